import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const type = { descriptor, runner };
const answers = { tables: { prices: { a: { amount: 1 }, b: { amount: 2 } } } };
const run = (config: JsonObject, placeholders: JsonObject = {}) =>
  runComponent(type, { table: 'prices', ...config }, placeholders, { answers });

test.each<[string, JsonObject, unknown, boolean]>([
  ['finds all rows', { operation: 'find' }, [expect.objectContaining({ key: 'a' }), { key: 'b', amount: 2 }], false],
  ['finds by a column', { operation: 'find', where: { amount: '{{ n }}' } }, [{ key: 'b', amount: 2 }], false],
  ['counts', { operation: 'count', where: { amount: 1 } }, 1, false],
  ['inserts', { operation: 'insert', key: 'c', row: { amount: '{{ n }}' } }, [{ key: 'c', amount: 2 }], true],
  ['merges', { operation: 'upsert', key: 'a', row: { note: 'x' } }, [{ key: 'a', amount: 1, note: 'x' }], true],
  ['updates', { operation: 'update', key: 'b', row: { amount: 5 } }, [{ key: 'b', amount: 5 }], true],
  ['deletes', { operation: 'delete', where: { amount: 2 } }, [{ key: 'b', amount: 2 }], true],
  ['sees a key first', { operation: 'first-seen', key: 'new' }, true, true],
  ['knows a key', { operation: 'first-seen', key: 'a' }, false, true],
])('%s', async (_what, config, output, beganEffect) => {
  const ran = await run(config, { n: 2 });
  expect(ran.outcome).toEqual({ kind: 'succeeded', output, port: 'next' });
  expect(ran.beganEffect).toBe(beganEffect);
});

test('an insert of a key that is there fails', async () => {
  const { outcome } = await run({ operation: 'insert', key: 'a', row: {} });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'KEY_EXISTS', retryable: false });
});

test.each<[JsonObject, string[]]>([
  [{ operation: 'find', limit: 5 }, []],
  [{ operation: 'insert', row: {} }, ['/key is required with operation insert']],
  [{ operation: 'upsert', key: 'a' }, ['/row is required with operation upsert']],
  [{ operation: 'count', row: {} }, ['/row is not allowed with operation count']],
  [{ operation: 'first-seen', key: 'a', limit: 1 }, ['/limit is not allowed with operation first-seen']],
  [{ operation: 'delete' }, ['/key or where is required with operation delete']],
])('checks %j', (config, problems) => {
  expect(descriptor.checkConfig(config).map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual(problems);
});

test.each([
  ['find', 'JSON'],
  ['count', 'NUMBER'],
  ['first-seen', 'BOOLEAN'],
])('%s gives a %s', (operation, expected) => {
  expect(descriptor.outputs({ config: { operation }, output: 'rows' })).toEqual([{ key: 'rows', type: expected }]);
});

test('refers to its table', () => {
  expect(descriptor.references({ table: 'prices', operation: 'find' })).toMatchObject([
    { kind: 'table', pointer: '/table', value: 'prices' },
  ]);
});
