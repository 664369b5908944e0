import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type { Component, Connection, Field } from '@workflow/workflow-model';
import { counts, write, type Pattern } from '../grammar/pattern.ts';
import { MEGABYTE, texts } from '../grammar/texts.ts';
import { component } from './definitions-of.ts';
import type { Operation } from './operation.ts';

const SHAPES = ['chain', 'star', 'layers', 'everything to everything'] as const;
const TYPES = [
  'transform',
  'output',
  'condition',
  'input',
  'webhook',
  'delay',
  'http-request',
  'code',
  'schedule',
  'form',
  'approval',
  'list',
  'convert',
] as const;

interface DefinitionPlan {
  shape: (typeof SHAPES)[number];
  type: (typeof TYPES)[number];
  components: number;
  connections: number;
  /** The text that is spread over its configs. */
  text: Pattern;
  /** Fields of an OBJECT: the number of levels, and of fields in each. */
  levels: number;
  fields: number;
  keyLength: number;
  notes: number;
  saves: number;
}

/** Wide, deep or long definitions are saved, checked, published, read and run. */
export const definitions: Operation<DefinitionPlan> = {
  name: 'definitions',
  plans: fc.record({
    shape: fc.constantFrom(...SHAPES),
    type: fc.constantFrom(...TYPES),
    components: counts(1_000),
    connections: counts(4_000),
    text: texts,
    levels: counts(64),
    fields: counts(500),
    keyLength: counts(512),
    notes: counts(100),
    saves: fc.integer({ min: 1, max: 3 }),
  }),
  act: async (plan, hostile) => {
    const input = component('input', { placeholders: fieldsOf(plan) as never });
    const text = write(plan.text, MEGABYTE / 3 / plan.components);
    const components = [input, ...Array.from({ length: plan.components - 1 }, (_, n) => stepOf(plan.type, text, n))];
    const notes = Array.from({ length: plan.notes }, () => ({
      id: randomUUID(),
      text: text.slice(0, 4_000),
      position: { x: 0, y: 0 },
    }));
    const definition = { components, connections: connect(components, plan), notes };
    const made = await hostile.send('POST', '/v1/workflows', { name: 'Hostile', description: '', ...definition });
    const id = String(made.body['id']);
    if (made.status !== 201) return;
    for (let save = 0; save < plan.saves; save += 1) {
      await hostile.send('POST', `/v1/workflows/${id}/check`, {});
      await hostile.send('POST', `/v1/workflows/${id}/publish`);
      await hostile.send('GET', `/v1/workflows/${id}`);
      await hostile.send('GET', `/v1/workflows/${id}/versions`);
      await hostile.send('GET', `/v1/workflows/${id}/components/${components.at(-1)!.id}`);
      await hostile.send('POST', '/v1/workflow/run', { workflowId: id, componentId: input.id, mode: 'TEST' });
      await hostile.run(id, input.id, {}, { prefer: 'wait=3' });
    }
  },
};

function fieldsOf({ levels, fields, keyLength }: DefinitionPlan): Field[] {
  const key = (n: number): string => `k${n}`.padEnd(keyLength, 'k');
  let inner: Field[] = Array.from({ length: fields }, (_, n) => ({ key: key(n), type: 'TEXT' }));
  for (let level = 1; level < levels; level += 1) inner = [{ key: key(level), type: 'OBJECT', fields: inner }];
  return inner;
}

function stepOf(type: DefinitionPlan['type'], text: string, n: number): Component {
  const configs = {
    transform: { expression: text || '1', type: 'JSON' },
    output: { value: text },
    condition: { expression: text || '1' },
    input: { placeholders: [{ key: `i${n}`, type: 'TEXT' }] },
    webhook: { deduplicateBy: [`body:/${text.slice(0, 200)}`] },
    delay: { until: text || '1' },
    'http-request': { method: 'POST', url: 'http://127.0.0.1:9/', body: { text, again: [text, { text }] } },
    code: { source: text || 'return 1', type: 'JSON' },
    schedule: { cron: text.slice(0, 200) || '* * * * *', timeZone: text.slice(0, 60) || 'UTC' },
    form: {
      title: text.slice(0, 200) || 'x',
      description: text,
      fields: [{ key: `f${n}`, type: 'TEXT', label: text }],
    },
    approval: { title: text || 'x', message: text, choices: [`choice ${n}`, text.slice(0, 60) || 'x'] },
    list: {
      items: text || '{{ i1 }}',
      operations: Array.from({ length: 50 }, () => ({ operation: 'filter', expression: text || 'item' })),
    },
    convert: { from: text || 'x', format: 'html', select: [{ key: `k${n}`, selector: text.slice(0, 1_000) || 'a' }] },
  };
  const isNamed = !['output', 'condition', 'input', 'delay'].includes(type);
  return component(type, configs[type], isNamed ? { output: `o${n}` } : {});
}

function connect(components: readonly Component[], { shape, connections }: DefinitionPlan): Connection[] {
  const made: Connection[] = [];
  const last = components.length - 1;
  const between = (from: number, to: number): void => {
    const port = { condition: 'true', approval: `choice ${from - 1}` }[components[from]!.type] ?? 'next';
    made.push({ from: components[from]!.id, port, to: components[to]!.id });
  };
  const layer = Math.max(1, Math.floor(Math.sqrt(connections)));
  for (let n = 1; n <= last && made.length < connections; n += 1) {
    if (shape === 'chain') between(n - 1, n);
    else if (shape === 'star') between(0, n);
    else if (shape === 'layers')
      for (let of = Math.max(0, n - (n % layer) - layer); of < n - (n % layer); of += 1) between(of, n);
    else for (let of = 0; of < n && made.length < connections; of += 1) between(of, n);
  }
  return made;
}
