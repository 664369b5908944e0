import fc from 'fast-check';
import { counts, write, type Pattern } from '../grammar/pattern.ts';
import { jsonTexts, MEGABYTE, texts } from '../grammar/texts.ts';
import { inTurn, type Hostile } from '../hostile.ts';
import { chain, component } from './definitions-of.ts';
import type { Operation } from './operation.ts';

const KINDS = ['form', 'approval'] as const;
const CONTENT_TYPES = [
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data; boundary=b',
] as const;

interface PagesPlan {
  kind: (typeof KINDS)[number];
  /** The title, labels and choices of the page. */
  shows: Pattern;
  fields: number;
  choices: number;
  contentType: (typeof CONTENT_TYPES)[number];
  /** The data that is sent to the page. */
  sends: Pattern;
  times: number;
}

/** Large pages with any text that anyone may open, and data that is sent to them without a key. */
export const pages: Operation<PagesPlan> = {
  name: 'pages of forms and approvals',
  plans: fc.record({
    kind: fc.constantFrom(...KINDS),
    shows: texts,
    fields: counts(200),
    choices: counts(50),
    contentType: fc.constantFrom(...CONTENT_TYPES),
    sends: fc.oneof(texts, jsonTexts),
    times: counts(64),
  }),
  act: async (plan, hostile) => {
    const page = await (plan.kind === 'form' ? publishForm(plan, hostile) : askForApproval(plan, hostile));
    if (page === null) return;
    const body = bodyOf(plan);
    await inTurn(plan.times, 16, async () => {
      await hostile.send('GET', page, undefined, { accept: 'text/html' });
      await hostile.send('POST', page, body, { 'content-type': plan.contentType });
    });
  },
};

async function publishForm({ shows, fields, choices }: PagesPlan, hostile: Hostile): Promise<string | null> {
  const form = component('form', {
    title: textOf(shows, 200),
    description: textOf(shows, 5_000),
    fields: fieldsOf(fields, choices),
    thanks: '{{ form }}',
  });
  const steps = chain({ ...form, output: 'form' }, component('output', { value: '{{ form }}' }));
  return (await hostile.publish(steps)) === null ? null : `/forms/${form.id}`;
}

async function askForApproval({ shows, fields, choices }: PagesPlan, hostile: Hostile): Promise<string | null> {
  const input = component('input', { placeholders: [{ key: 't', type: 'TEXT' }] });
  const approval = component('approval', {
    title: '{{ t }}',
    message: '{{ t }}{{ t }}',
    choices: Array.from({ length: Math.min(choices, 20) }, (_, n) => `choice ${n}`),
    fields: fieldsOf(fields, choices),
  });
  const id = await hostile.publish(chain(input, { ...approval, output: 'decision' }));
  if (id === null) return null;
  await inTurn(8, 8, () => hostile.run(id, input.id, { t: textOf(shows, MEGABYTE / 8) }, { prefer: 'wait=2' }));
  const { body } = await hostile.send('GET', '/v1/approvals');
  const first = (body['items'] as { url?: string }[] | undefined)?.[0];
  return first?.url === undefined ? null : new URL(first.url).pathname;
}

function fieldsOf(count: number, choices: number) {
  return Array.from({ length: count }, (_, n) => ({
    key: `f${n}`,
    type: 'TEXT',
    label: `Field ${n}`,
    ...(n === 0 && { choices: Array.from({ length: choices }, (_, choice) => `choice ${choice}`) }),
  }));
}

function textOf(pattern: Pattern, most: number): string {
  return write(pattern, most).toWellFormed().slice(0, most).trim() || 'x';
}

function bodyOf({ sends, contentType, fields }: PagesPlan): string {
  const text = write(sends, MEGABYTE / 2).toWellFormed();
  if (contentType.startsWith('multipart')) {
    const part = (n: number): string => `--b\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\n${text}\r\n`;
    return `${part(0)}${part(fields)}--b--\r\n`;
  }
  if (contentType === 'application/json') return `{"choice":"choice 0","fields":${text}}`;
  return `f0=${text}&choice=choice+0&comment=${text}`;
}
