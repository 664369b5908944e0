import { expect, test } from '@jest/globals';
import type { Flow, JsonObject } from '@workflow/workflow-model';
import { compileFlowKeys } from './compile-flow-keys.ts';

const definition = (flow: Flow) => ({ components: [], connections: [], flow });
const keyOf = async (key: string, values: JsonObject) => compileFlowKeys(definition({ order: { key } }))?.(values);

test.each<[string, JsonObject, string]>([
  ['name', { name: 'Ann' }, '"Ann"'],
  ['order.id', { 'order.id': 7 }, '"7"'],
  ['order.id', { 'order.id': '7' }, '"7"'],
  ['$lowercase(name)', { name: 'ANN' }, '"ann"'],
  ['name & "-" & $string(n)', { name: 'Ann', n: 2 }, '"Ann-2"'],
  ['name', {}, 'null'],
  ['name.first', { name: 'Ann' }, 'null'],
  ['name', { name: 'null' }, '"null"'],
  ['name', { name: '' }, '""'],
  ['name', { name: 'x'.repeat(255) }, JSON.stringify('x'.repeat(255))],
])('%s of %j has the key %s', async (key, values, expected) => {
  expect(await keyOf(key, values)).toEqual({ keys: { concurrencyKey: '', orderKey: expected }, problems: [] });
});

test.each<[string, JsonObject, string]>([
  ['name', { name: ['a'] }, 'flow.order.key: the expression must give a string or a number'],
  ['done', { done: true }, 'flow.order.key: the expression must give a string or a number'],
  ['name', { name: 'x'.repeat(256) }, 'flow.order.key: the expression must give at most 255 characters'],
  ['$number(name)', { name: 'x' }, 'flow.order.key: Unable to cast value to a number'],
])('%s of %j is refused', async (key, values, problem) => {
  const outcome = await keyOf(key, values);
  expect(outcome).toMatchObject({ keys: { orderKey: 'null' }, problems: [expect.stringContaining(problem)] });
  const both = await compileFlowKeys(definition({ order: { key }, concurrency: { limit: 1 } }))?.(values);
  expect(both?.keys).toEqual({ concurrencyKey: 'null', orderKey: 'null' });
});

test('a workflow without limits has no keys, and without an expression all sessions share one', async () => {
  expect(compileFlowKeys({ components: [], connections: [] })).toBeNull();
  expect((await compileFlowKeys(definition({ concurrency: { limit: 1 } }))?.({}))?.keys).toEqual({
    concurrencyKey: 'null',
    orderKey: '',
  });
});

test('of several keys only the one that fails is null', async () => {
  const compute = compileFlowKeys(definition({ order: { key: 'name' }, concurrency: { key: 'done', limit: 1 } }));
  expect(await compute?.({ name: 'Ann', done: true })).toEqual({
    keys: { concurrencyKey: 'null', orderKey: '"Ann"' },
    problems: ['flow.concurrency.key: the expression must give a string or a number'],
  });
});
