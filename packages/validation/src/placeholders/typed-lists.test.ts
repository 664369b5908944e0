import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Field, ListItems } from '@workflow/workflow-model';
import { compileFieldsCheck } from './check-placeholders.ts';

const LINES: ListItems = {
  type: 'OBJECT',
  fields: [
    { key: 'sku', type: 'TEXT' },
    { key: 'price', type: 'NUMBER' },
    { key: 'due', type: 'DATE_TIME', optional: true },
    { key: 'sizes', type: 'LIST', items: 'NUMBER', optional: true },
    { key: 'at', type: 'OBJECT', optional: true, fields: [{ key: 'shelf', type: 'TEXT' }] },
  ],
};
const list = (key: string, items: ListItems): Field => ({ key, type: 'LIST', items });
const check = compileFieldsCheck([
  list('texts', 'TEXT'),
  list('numbers', 'NUMBER'),
  list('flags', 'BOOLEAN'),
  list('dates', 'DATE_TIME'),
  list('values', 'JSON'),
  list('lines', LINES),
  { key: 'order', type: 'OBJECT', fields: [list('totals', 'NUMBER')] },
]);

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['numbers', { numbers: [1, '2.50', -0] }, { numbers: [1, 2.5, 0] }],
  ['booleans', { flags: [true, 'false'] }, { flags: [true, false] }],
  ['dates', { dates: ['2026-11-21'] }, { dates: ['2026-11-21T00:00:00Z'] }],
  ['JSON', { values: [null, [1], { a: 1 }] }, { values: [null, [1], { a: 1 }] }],
  ['texts in brackets', { texts: '[a, b]' }, { texts: ['a', 'b'] }],
  ['nothing', { numbers: [], lines: [] }, { numbers: [], lines: [] }],
  ['a list in an object, by its dotted key', { 'order.totals': ['1'] }, { 'order.totals': [1] }],
  [
    'objects as nested JSON, an optional field null or left out',
    {
      lines: [
        { sku: 'a', price: '3', due: '2026-11-21', at: { shelf: 'B' }, sizes: ['4'] },
        { sku: 'b', price: 1, at: null },
      ],
    },
    {
      lines: [
        { sku: 'a', price: 3, due: '2026-11-21T00:00:00Z', at: { shelf: 'B' }, sizes: [4] },
        { sku: 'b', price: 1 },
      ],
    },
  ],
])('takes a list of %s, each item normalized', (_, values, normalized) => {
  expect(check(values)).toEqual({ ok: true, values: normalized });
});

test.each<[string, Record<string, unknown>, string[]]>([
  [
    'the items that are wrong',
    { numbers: [1, 'x', 2, true] },
    ['numbers[1] must be a number', 'numbers[3] must be a number'],
  ],
  ['an item of texts', { texts: ['a', 1] }, ['texts[1] must be a string']],
  ['a text in brackets for other types', { numbers: '[1,2]' }, ['numbers must be a JSON array of numbers']],
  ['what is no list', { lines: { sku: 'a' } }, ['lines must be a JSON array of objects']],
  ['an item that is no object', { lines: ['a'] }, ['lines[0] must be an object']],
  ['null', { dates: [null] }, ['dates[0] must be an ISO-8601 date or date-time']],
  ['a field that is missing', { lines: [{ sku: 'a' }] }, ['lines[0].price is required']],
  [
    'a field that is unknown',
    { lines: [{ sku: 'a', price: 1, colour: 'red' }] },
    ['lines[0].colour is not a field of the items'],
  ],
  [
    'a field within a field',
    { lines: [{ sku: 'a', price: 1, at: { row: 1 } }] },
    ['lines[0].at.shelf is required', 'lines[0].at.row is not a field of the items'],
  ],
  [
    'a dotted key in an item',
    { lines: [{ sku: 'a', price: 1, 'at.shelf': 'B' }] },
    ['lines[0].at.shelf is not a field of the items'],
  ],
  [
    'an item of a list in an item',
    { lines: [{ sku: 'a', price: 1, sizes: [1, 'x'] }] },
    ['lines[0].sizes[1] must be a number'],
  ],
  ['a dotted key for an item', { 'lines.sku': 'a' }, ['lines.sku is not available: lines has no such field']],
  [
    'NUL in an item',
    { lines: [{ sku: '\u0000', price: 1 }] },
    ['lines[0].sku must not contain NUL characters or lone surrogates'],
  ],
  [
    'an integer that a double cannot hold',
    { numbers: ['12345678901234567890'] },
    ['numbers[0] must be a number that a double holds exactly; an integer with more digits goes into a TEXT'],
  ],
])('names %s', (_, values, problems) => {
  expect(check(values)).toEqual({ ok: false, problems: problems.map((problem) => `placeholderValues.${problem}`) });
});

test('of many problems 100 are named', () => {
  const outcome = check({ numbers: Array.from({ length: 5_000 }, () => 'x') });
  expect(outcome.ok ? [] : outcome.problems).toHaveLength(100);
});

test('fields that are left out count, so that short items of wide types are bounded', () => {
  const wide = Array.from({ length: 200 }, (_, index): Field => ({ key: `f${index}`, type: 'TEXT', optional: true }));
  const checkWide = compileFieldsCheck([list('rows', { type: 'OBJECT', fields: wide })]);
  expect(checkWide({ rows: Array.from({ length: 100 }, () => ({})) }).ok).toBe(true);
  expect(checkWide({ rows: Array.from({ length: 300_000 }, () => ({})) })).toEqual({
    ok: false,
    problems: ['placeholderValues.rows must hold at most 1000000 values, fields left out counted'],
  });
});

test('whatever JSON a caller sends for a list of objects, it is a fixed point or every problem names it', () => {
  const line = fc.record(
    { sku: fc.string(), price: fc.oneof(fc.integer(), fc.string()), due: fc.jsonValue() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.oneof(line, fc.jsonValue())), fc.jsonValue()), (lines) => {
      const first = check({ lines });
      const again = first.ok ? check(first.values) : first;
      expect(again).toEqual(first);
      const problems = first.ok ? [] : first.problems;
      expect(problems.every((problem) => problem.startsWith('placeholderValues.lines'))).toBe(true);
    }),
  );
});
