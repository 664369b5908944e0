import { expect, test } from '@jest/globals';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { component, problemsOf, problemsOfOne } from './definition-fixtures.ts';

const list = (items: Json): JsonObject => ({ placeholders: [{ key: 'lines', type: 'LIST', items }] });
const objects = (...fields: Json[]): JsonObject => ({ type: 'OBJECT', fields });

test.each<[string, JsonObject, string[]]>([
  ['a type of items', list('NUMBER'), []],
  ['objects', list(objects({ key: 'sku', type: 'TEXT' })), []],
  ['lists in lists', list(objects({ key: 'more', type: 'LIST', items: objects({ key: 'n', type: 'NUMBER' }) })), []],
  [
    'a type that items cannot have',
    list('LIST'),
    ['/items config.placeholders[0].items must be one of TEXT, NUMBER, BOOLEAN, DATE_TIME, JSON, FILE'],
  ],
  ['what is no type', list(5), ['/items config.placeholders[0].items must be a string or an object']],
  [
    'objects without fields',
    list({ type: 'OBJECT' }),
    ['/items/fields config.placeholders[0].items.fields is required'],
  ],
  [
    'a field of items that is wrong',
    list(objects({ key: 'a.b', type: 'TEXTS', more: 1 })),
    [
      '/items/fields/0/more config.placeholders[0].items.fields[0].more is not a known field',
      '/items/fields/0/key config.placeholders[0].items.fields[0].key must not contain a dot or a control character',
      '/items/fields/0/type config.placeholders[0].items.fields[0].type must be one of ' +
        'TEXT, NUMBER, BOOLEAN, DATE_TIME, LIST, OBJECT, JSON, FILE',
    ],
  ],
  [
    'a key of items that is used twice',
    list(objects({ key: 'a', type: 'TEXT' }, { key: 'a', type: 'TEXT' })),
    ['/items/fields/1/key The key a is used twice'],
  ],
  [
    'items of another type',
    { placeholders: [{ key: 'lines', type: 'TEXT', items: 'TEXT' }] },
    ['/items items is allowed only with type LIST'],
  ],
])('an input with %s', async (_, config, problems) => {
  expect(await problemsOf({ components: [component(1, 'input', config)] })).toEqual(
    problems.map((problem) => `1 /config/placeholders/0${problem}`),
  );
});

test('lists of objects nest three levels deep', async () => {
  const nested = (levels: number): Json =>
    levels === 0 ? 'TEXT' : objects({ key: 'in', type: 'LIST', items: nested(levels - 1) });
  expect(await problemsOf({ components: [component(1, 'input', list(nested(3)))] })).toEqual([]);
  expect(await problemsOf({ components: [component(1, 'input', list(nested(4)))] })).toEqual([
    expect.stringContaining('must be within at most 3 lists of objects'),
  ]);
});

test('a component that declares its value has typed items too', async () => {
  const config = { expression: 'name', type: 'LIST', items: objects({ key: '', type: 'TEXT' }) };
  expect(await problemsOfOne('transform', config)).toEqual([
    '2 /config/items/fields/0/key config.items.fields[0].key must not be empty',
  ]);
  expect(await problemsOfOne('code', { source: 'return []', type: 'LIST', items: 'BOOLEAN' })).toEqual([]);
});
