import { openDataProcesses, runComponent } from '@workflow/component-kit/testing';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { afterAll, describe, expect, test } from '@jest/globals';
import { DATA_PROCESS_PROGRAM } from '../data-process-program.ts';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const dataProcesses = openDataProcesses(DATA_PROCESS_PROGRAM);
afterAll(() => dataProcesses.close());

const type = { descriptor, runner };
const list = (items: Json, operations: JsonObject[], more: JsonObject = {}) =>
  runComponent(type, { items: '{{ items }}', operations }, { items, ...more }, { dataProcesses });

async function outputOf(items: Json, operations: JsonObject[], more?: JsonObject): Promise<Json> {
  const { outcome } = await list(items, operations, more);
  if (outcome.kind !== 'succeeded') throw new Error(JSON.stringify(outcome));
  return outcome.output;
}

const people = [
  { name: 'Ada', age: 36, address: { city: 'London' }, tags: ['a', 'b'] },
  { name: 'Alan', age: 41, address: { city: 'Bern' }, tags: [] },
  { name: 'Grace', address: { city: 'London' }, tags: ['c'] },
  { name: 'Blaise', age: 39, tags: null },
];
const named = (names: string) => names.split(' ').map((name) => people.find((one) => one.name === name)) as Json;

test.each<[string, JsonObject, Json]>([
  ['keeps items', { operation: 'filter', expression: 'item.age > limit' }, named('Alan')],
  ['knows the index', { operation: 'filter', expression: 'index % 2 = 1' }, named('Alan Blaise')],
  ['reads a plain field', { operation: 'filter', expression: 'item.age' }, named('Ada Alan Blaise')],
  ['evaluates any expression', { operation: 'filter', expression: '$count(item.tags) > 1' }, named('Ada')],
  [
    'sorts, with what is missing last',
    { operation: 'sort', by: [{ field: 'age', direction: 'desc' }] },
    named('Alan Blaise Ada Grace'),
  ],
  [
    'sorts by several paths',
    { operation: 'sort', by: [{ field: 'address.city' }, { field: 'name', direction: 'desc' }] },
    named('Alan Grace Ada Blaise'),
  ],
  ['takes the first', { operation: 'limit', count: 1 }, named('Ada')],
  ['takes the last', { operation: 'limit', count: 1, from: 'end' }, named('Blaise')],
  ['takes none', { operation: 'limit', count: 0, from: 'end' }, []],
  ['removes duplicates', { operation: 'unique', by: ['address.city'] }, named('Ada Alan Blaise')],
])('%s', async (_name, operation, expected) => {
  expect(await outputOf(people, [operation], { limit: 40 })).toEqual(expected);
});

test('splits the elements of a list into items', async () => {
  const split = await outputOf(people, [
    { operation: 'split', field: 'tags' },
    { operation: 'pick', fields: ['name', 'tags'] },
  ]);
  expect(split).toEqual([
    { name: 'Ada', tags: 'a' },
    { name: 'Ada', tags: 'b' },
    { name: 'Grace', tags: 'c' },
  ]);
});

test('picks and renames fields by path, all together', async () => {
  expect(await outputOf(people.slice(0, 2), [{ operation: 'pick', fields: ['address.city', 'none'] }])).toEqual([
    { address: { city: 'London' } },
    { address: { city: 'Bern' } },
  ]);
  const swapped = { operation: 'rename', fields: { a: 'b', b: 'a', gone: 'd' } };
  expect(JSON.stringify(await outputOf([{ a: 1, b: 2, c: 3, d: 4 }], [swapped]))).toBe('[{"b":1,"a":2,"c":3,"d":4}]');
  const moved = { operation: 'rename', fields: { 'address.city': 'city', name: 'who.name' } };
  expect(
    await outputOf(people.slice(0, 1), [moved, { operation: 'pick', fields: ['city', 'who', 'address'] }]),
  ).toEqual([{ city: 'London', who: { name: 'Ada' }, address: {} }]);
});

test('a field is found by its whole name before it is a path', async () => {
  expect(await outputOf([{ 'a.b': 1, a: { b: 2 } }], [{ operation: 'pick', fields: ['a.b'] }])).toEqual([{ 'a.b': 1 }]);
});

const values = [
  { key: 'count', function: 'count' },
  { key: 'aged', function: 'count', field: 'age' },
  { key: 'sum', function: 'sum', field: 'age' },
  { key: 'average', function: 'average', field: 'age' },
  { key: 'min', function: 'min', field: 'age' },
  { key: 'max', function: 'max', field: 'age' },
  { key: 'first', function: 'first', field: 'name' },
  { key: 'last', function: 'last', field: 'name' },
  { key: 'names', function: 'join', field: 'name' },
];

test('aggregates a list, and nothing', async () => {
  const aggregate = { operation: 'aggregate', values };
  expect(await outputOf(people.slice(0, 3), [aggregate])).toEqual({
    ...{ count: 3, aged: 2, sum: 77, average: 38.5, min: 36, max: 41 },
    ...{ first: 'Ada', last: 'Grace', names: 'Ada, Alan, Grace' },
  });
  const nothing = { average: null, min: null, max: null, first: null, last: null, names: null };
  expect(await outputOf([], [aggregate])).toEqual({ count: 0, aged: 0, sum: 0, ...nothing });
});

test('groups in the order of appearance, and aggregates each group', async () => {
  const group = { operation: 'group', by: 'address.city' };
  expect(await outputOf(people, [group])).toEqual([
    { key: 'London', items: named('Ada Grace') },
    { key: 'Bern', items: named('Alan') },
    { key: null, items: named('Blaise') },
  ]);
  const sums = { operation: 'aggregate', values: [{ key: 'ages', function: 'sum', field: 'age' }] };
  const large = { operation: 'filter', expression: '$count(item.items) > 1' };
  expect(await outputOf(people, [group, large, sums])).toEqual([{ key: 'London', ages: 36 }]);
});

describe('merge', () => {
  const orders = [{ id: 1, of: 'a' }, { id: 2, of: 'b' }, { id: 3 }];
  const customers = [{ code: 'a', id: 10 }, { code: 'a', id: 11 }, { code: 'c', id: 12 }, { id: 13 }];
  const merged = (keep: string) =>
    outputOf(orders, [{ operation: 'merge', with: '{{ customers }}', by: 'of', withBy: 'code', keep }], { customers });
  const matches = [
    { id: 10, of: 'a', code: 'a' },
    { id: 11, of: 'a', code: 'a' },
  ];
  test.each<[string, Json[]]>([
    ['matched', matches],
    ['first', [...matches, orders[1]!, orders[2]!]],
    ['all', [...matches, orders[1]!, orders[2]!, customers[2]!, customers[3]!]],
  ])('keeps %s', async (keep, expected) => {
    expect(await merged(keep)).toEqual(expected);
  });
});

test('a single value is a list of one, nothing an empty one, and no operation gives the list', async () => {
  expect(await outputOf({ a: 1 }, [])).toEqual([{ a: 1 }]);
  expect(await outputOf(null, [])).toEqual([]);
});

test('names that mean something in JavaScript are ordinary fields', async () => {
  const items = JSON.parse('[{"__proto__": 1, "constructor": 2}, {"a": 3}]') as Json;
  expect(JSON.stringify(await outputOf(items, [{ operation: 'rename', fields: { a: '__proto__' } }]))).toBe(
    '[{"__proto__":1,"constructor":2},{"__proto__":3}]',
  );
  expect(await outputOf(items, [{ operation: 'pick', fields: ['toString', 'a'] }])).toEqual([{}, { a: 3 }]);
});

test.each<[string, JsonObject, string]>([
  [
    'a sum of texts',
    { operation: 'aggregate', values: [{ key: 'k', function: 'sum', field: 'name' }] },
    'FIELD_INVALID',
  ],
  ['a comparison of unlike values', { operation: 'filter', expression: 'item.name > 3' }, 'EXPRESSION_ERROR'],
  ['a placeholder that is missing', { operation: 'filter', expression: 'item.age > none' }, 'PLACEHOLDER_MISSING'],
])('%s fails', async (_name, operation, code) => {
  const many = Array.from({ length: 300 }, () => people[0]!);
  for (const items of [people, many]) expect((await list(items, [operation])).outcome).toMatchObject({ code });
});

describe('a list that is not small', () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => ({ n, even: n % 2 === 0, name: `row ${n}`, of: `${n % 3}` }));

  test('is worked on in another process, and shown by its length', async () => {
    const operations = [
      { operation: 'filter', expression: 'item.even and item.n >= from and $contains(item.name, "7")' },
      { operation: 'merge', with: '{{ others }}', by: 'of', keep: 'matched' },
      { operation: 'sort', by: [{ field: 'n', direction: 'desc' }] },
      { operation: 'limit', count: 2 },
    ];
    const { outcome, input } = await list(rows, operations, { from: 100, others: [{ of: '1', third: true }] });
    expect(outcome).toMatchObject({
      kind: 'succeeded',
      output: [
        { n: 4978, third: true },
        { n: 4972, third: true },
      ],
    });
    expect(input).toMatchObject({
      items: { count: 5_000 },
      operations: [{ expression: operations[0]!.expression }, {}, {}, {}],
    });
  });

  test('secrets are there for its expressions', async () => {
    const filter = { operation: 'filter', expression: 'item.name = $secret("which")' };
    const config = { items: '{{ items }}', operations: [filter] };
    const answers = { secrets: { which: 'row 7' } };
    const { outcome } = await runComponent(type, config, { items: rows }, { dataProcesses, answers });
    expect(outcome).toMatchObject({ output: [{ n: 7 }] });
  });

  test('a merge of equal keys that would not end is refused', async () => {
    const same = Array.from({ length: 5_000 }, () => ({ k: 1 }));
    const merge = { operation: 'merge', with: '{{ items }}', by: 'k' };
    expect((await list(same, [merge])).outcome).toMatchObject({ kind: 'failed', code: 'OUTPUT_TOO_LARGE' });
  });

  test('an item that is nested deeper than the stack fails, and the next list is served', async () => {
    let deep: Json = 'bottom';
    for (let level = 0; level < 4_000; level += 1) deep = [deep];
    const items = [...rows.slice(0, 300), { deep }];
    const { outcome } = await list(items, [{ operation: 'unique' }]);
    expect(outcome.kind === 'failed' ? outcome.code : 'succeeded').toMatch(/^(DATA_LIMIT|succeeded)$/);
    expect(await outputOf(rows, [{ operation: 'aggregate', values: [{ key: 'n', function: 'count' }] }])).toEqual({
      n: 5_000,
    });
  });
});

test('declares the type of its result if its operations define it', () => {
  const outputs = (operations: JsonObject[]) =>
    descriptor.outputs({ output: 'list', config: { items: '{{ a }}', operations } })[0];
  expect(outputs([{ operation: 'sort', by: [] }])).toEqual({ key: 'list', type: 'JSON' });
  expect(outputs([{ operation: 'aggregate', values: [{ key: 'n', function: 'count' }] }])).toEqual({
    ...{ key: 'list', type: 'OBJECT' },
    fields: [{ key: 'n', type: 'NUMBER' }],
  });
  expect(
    outputs([
      { operation: 'group', by: 'a' },
      { operation: 'limit', count: 1 },
    ]),
  ).toMatchObject({
    type: 'LIST',
    items: { fields: [{ key: 'key' }, { key: 'items' }] },
  });
});

test('nothing follows aggregate, unless it aggregates groups', () => {
  const aggregate = { operation: 'aggregate', values: [{ key: 'key', function: 'count' }] };
  const limit = { operation: 'limit', count: 1 };
  const problems = (operations: JsonObject[]) => descriptor.checkConfig({ operations }).map(({ pointer }) => pointer);
  expect(problems([aggregate, limit])).toEqual(['/operations/1']);
  expect(problems([{ operation: 'group', by: 'a' }, aggregate, limit])).toEqual(['/operations/1/values/0/key']);
  expect(problems([aggregate])).toEqual([]);
});
