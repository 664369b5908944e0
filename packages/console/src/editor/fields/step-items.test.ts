import { expect, test } from '@jest/globals';
import type { Json } from '@workflow/workflow-model';
import { itemFields } from './step-items.ts';

test.each<[string, Json[], string[]]>([
  ['of all items', [{ a: 1 }, { a: 'x', b: true }], ['a NUMBER', 'b BOOLEAN']],
  ['within objects', [{ address: { city: 'Oslo' }, tags: [1] }], ['address OBJECT', 'address.city TEXT', 'tags LIST']],
  ['with other characters', [{ 'first name': null }], ['`first name` JSON']],
  ['of other values', [1, 'a', null, [1]], []],
])('the fields %s', (_, items, expected) => {
  expect(itemFields(items).map(({ path, type }) => `${path} ${type}`)).toEqual(expected);
});
