import fc from 'fast-check';
import type { JsonObject } from '@workflow/workflow-model';
import { counts, write, type Pattern } from '../grammar/pattern.ts';
import { jsonTexts, MEGABYTE } from '../grammar/texts.ts';
import { inTurn } from '../hostile.ts';
import { chain, component } from './definitions-of.ts';
import type { Operation } from './operation.ts';

const TABLE = 'hostile';
const STEPS: readonly { type: 'storage' | 'table'; config: JsonObject }[] = [
  { type: 'storage', config: { operation: 'set', key: '{{ k }}', value: '{{ j }}', scope: 'organization' } },
  { type: 'storage', config: { operation: 'add', key: '{{ k }}' } },
  { type: 'table', config: { table: TABLE, operation: 'upsert', key: '{{ k }}', row: { c0: '{{ j }}' } } },
  { type: 'table', config: { table: TABLE, operation: 'update', where: {}, row: { c0: '{{ j }}' } } },
  { type: 'table', config: { table: TABLE, operation: 'find', limit: 1_000 } },
  { type: 'table', config: { table: TABLE, operation: 'delete', where: { c0: '{{ j }}' } } },
];

interface StoresPlan {
  step: (typeof STEPS)[number];
  columns: number;
  json: Pattern;
  /** The number of existing rows. All runs use one key, or each its own. */
  rows: number;
  isOneKey: boolean;
  times: number;
}

/** Tables and storage have large values and many columns and rows, and all sessions use one key. */
export const stores: Operation<StoresPlan> = {
  name: 'tables and storage',
  plans: fc.record({
    step: fc.constantFrom(...STEPS),
    columns: counts(200),
    json: jsonTexts,
    rows: counts(64),
    isOneKey: fc.boolean(),
    times: counts(64),
  }),
  act: async ({ step, columns, json, rows, isOneKey, times }, hostile) => {
    const value = write(json, MEGABYTE / 2);
    await hostile.send('POST', '/v1/organization/tables', {
      name: TABLE,
      columns: Array.from({ length: columns }, (_, n) => ({ key: `c${n}`, type: 'JSON', optional: true })),
    });
    const table = `/v1/organization/tables/${TABLE}`;
    await inTurn(rows, 8, (n) => hostile.send('POST', `${table}/rows`, `{"key":"row ${n}","c0":${value}}`));
    const placeholders = [
      { key: 'k', type: 'TEXT' },
      { key: 'j', type: 'JSON' },
    ];
    const input = component('input', { placeholders });
    const made = { ...component(step.type, step.config), output: 'made' };
    const id = await hostile.publish(chain(input, made, component('output', { value: '{{ made }}' })));
    if (id !== null)
      await inTurn(times, 16, (n) => {
        const values = `{"k":"${isOneKey ? 'one' : `row ${n}`}","j":${value}}`;
        const body = `{"workflowId":"${id}","componentId":"${input.id}","placeholderValues":${values}}`;
        return hostile.send('POST', '/v1/workflow/run', body, { prefer: 'wait=3' });
      });
    await hostile.send('GET', `${table}/rows?limit=200`);
    await hostile.send('DELETE', `${table}?force=true`);
  },
};
