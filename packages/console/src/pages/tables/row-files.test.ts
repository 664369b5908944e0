import { expect, test } from '@jest/globals';
import type { Table } from '../../api/queries/tables.ts';
import { asCsv, readRowsFile } from './row-files.ts';

const table = {
  columns: [
    { key: 'amount', type: 'NUMBER' },
    { key: 'more', type: 'JSON', optional: true },
  ],
} as unknown as Table;

const read = (name: string, text: string) => readRowsFile(table, new File([text], name));
const rows = [
  { key: 'a, "b"', amount: 1.5, more: { list: ['x', 'y'] } },
  { key: 'two\nlines', amount: 2, more: null },
];

test('rows that were exported are read again, from both formats', async () => {
  expect(asCsv(table, rows)).toBe(
    'key,amount,more\r\n"a, ""b""",1.5,"{""list"":[""x"",""y""]}"\r\n"two\nlines",2,\r\n',
  );
  // The service reads numbers that are texts.
  expect(await read('rows.csv', asCsv(table, rows))).toEqual(rows.map((row) => ({ ...row, amount: `${row.amount}` })));
  expect(await read('ROWS.JSON', JSON.stringify(rows))).toEqual(rows);
});

test.each([
  ['rows.csv', 'key,amount\n', 'no rows'],
  ['rows.csv', 'key,price\na,1\n', 'Row 1: the table has no column price'],
  ['rows.csv', 'amount\n1\n', 'Row 1 has no key'],
  ['rows.csv', 'key,amount\na\n', 'line 2 has a different number of columns'],
  ['rows.json', '{', 'not JSON'],
  ['rows.json', '[{"key": "a"}, 1]', 'Row 2 is not an object'],
  ['rows.json', JSON.stringify(Array.from({ length: 1_001 }, () => 0)), 'At most 1,000 can be imported'],
  ['rows.csv', 'x'.repeat(262_145), 'more than 262,144 characters'],
])('refuses %s with %j', async (name, text, words) => {
  await expect(read(name, text)).rejects.toThrow(words);
});
