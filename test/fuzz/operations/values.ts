import fc from 'fast-check';
import type { Field, PlaceholderType } from '@workflow/workflow-model';
import { counts, patterns, write, type Pattern } from '../grammar/pattern.ts';
import { jsonTexts, MEGABYTE, texts } from '../grammar/texts.ts';
import { inTurn } from '../hostile.ts';
import { chain, component } from './definitions-of.ts';
import type { Operation } from './operation.ts';

/** Texts that look like numbers, times and lists. */
const literals = patterns(
  {
    words: [
      '9',
      '0',
      '1e',
      '-',
      '.',
      '2026-01-31T10:20:30',
      '[Europe/Berlin]',
      '+02:00',
      '[a,b]',
      '[',
      ']',
      ',',
      ' ',
      '"a"',
    ],
    between: ['', ',', ' '],
    brackets: [
      ['[', ']'],
      ['"', '"'],
    ],
  },
  MEGABYTE,
);

const TYPES: PlaceholderType[] = ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE_TIME', 'LIST', 'JSON'];

interface ValuesPlan {
  type: PlaceholderType;
  /** The value as JSON. Null if it is a string. */
  json: Pattern | null;
  text: Pattern;
  /** Fields of an OBJECT: the number of levels, and of fields in the last one. */
  levels: number;
  fields: number;
  keys: 'its own' | 'unknown' | 'its own, and the objects';
  how: 'run' | 'batch' | 'TEST run';
  times: number;
}

/** Callers send values of every type, few large or many small ones, one by one and in batches. */
export const values: Operation<ValuesPlan> = {
  name: 'values',
  plans: fc.record({
    type: fc.constantFrom(...TYPES),
    json: fc.option(jsonTexts, { freq: 1 }),
    text: fc.oneof(literals, texts),
    levels: counts(32),
    fields: counts(500),
    keys: fc.constantFrom('its own', 'unknown', 'its own, and the objects'),
    how: fc.constantFrom('run', 'batch', 'TEST run'),
    times: counts(32),
  }),
  act: async (plan, hostile) => {
    let fields: Field[] = Array.from({ length: plan.fields }, (_, n) => ({ key: `f${n}`, type: plan.type }));
    const path = Array.from({ length: plan.levels }, (_, n) => `o${n}`);
    for (const key of path.toReversed()) fields = [{ key, type: 'OBJECT', fields }];
    const input = component('input', { placeholders: fields as never });
    const id = await hostile.publish(chain(input, component('output', { value: 'done' })));
    if (id === null) return;
    const body = bodyOf(plan, path.join('.'), id, input.id);
    if (plan.how === 'batch') {
      const times = Math.max(1, Math.min(plan.times, Math.floor((8 * MEGABYTE) / body.length)));
      await hostile.send('POST', '/v1/workflow/run/batch', `${body}\n`.repeat(times), {
        'content-type': 'application/x-ndjson',
      });
    } else await inTurn(Math.min(plan.times, 8), 4, () => hostile.send('POST', '/v1/workflow/run', body));
  },
};

function bodyOf(plan: ValuesPlan, path: string, workflowId: string, componentId: string): string {
  const prefix = plan.keys === 'unknown' ? `${path}.x` : path;
  const room = (MEGABYTE - 1_000) / plan.fields - prefix.length - 20;
  const value = plan.json === null ? JSON.stringify(write(plan.text, room / 2).toWellFormed()) : write(plan.json, room);
  const own = Array.from({ length: plan.fields }, (_, n) => `"${prefix}.f${n}":${value}`);
  const objects = plan.keys === 'its own, and the objects' ? [`"${path}":${value}`] : [];
  const mode = plan.how === 'TEST run' ? 'TEST' : 'PROD';
  const sent = `{${[...own, ...objects].join(',')}}`;
  return `{"workflowId":"${workflowId}","componentId":"${componentId}","mode":"${mode}","placeholderValues":${sent}}`;
}
