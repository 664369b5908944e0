import { expect, test } from '@jest/globals';
import { arrangeRows, nextOrder, type RowOrder } from './arrange-rows.ts';

const rows = [
  { key: 'a', amount: 10, note: 'Tea' },
  { key: 'b', amount: null, note: 'Coffee' },
  { key: 'c', amount: 9, note: { of: 'tea leaves' } },
];

test.each<[string, string, RowOrder | null, string[]]>([
  ['without both, as they are', '', null, ['a', 'b', 'c']],
  ['searched in every value, in any case', ' tea', null, ['a', 'c']],
  ['searched in the key', 'b', null, ['b']],
  ['by numbers', '', { column: 'amount', direction: 'ascending' }, ['c', 'a', 'b']],
  [
    'by numbers from the largest, what has none last',
    '',
    { column: 'amount', direction: 'descending' },
    ['a', 'c', 'b'],
  ],
  ['by key from the last', 'tea', { column: 'key', direction: 'descending' }, ['c', 'a']],
])('gives rows %s', (_what, search, order, keys) => {
  expect(arrangeRows(rows, search, order).map(({ key }) => key)).toEqual(keys);
});

test('a column is sorted ascending, descending, and not at all', () => {
  const first = nextOrder({ column: 'other', direction: 'descending' }, 'amount');
  expect(first).toEqual({ column: 'amount', direction: 'ascending' });
  expect(nextOrder(first, 'amount')).toEqual({ column: 'amount', direction: 'descending' });
  expect(nextOrder(nextOrder(first, 'amount'), 'amount')).toBeNull();
});
