import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Field, ListItems } from '@workflow/workflow-model';
import { checkValue, readJsonFields } from './check-value.ts';
import { MAX_VALUES_READ } from './value-reader.ts';

const ORDER: Field[] = [
  { key: 'id', type: 'TEXT' },
  { key: 'total', type: 'NUMBER' },
  { key: 'note', type: 'TEXT', optional: true },
  { key: 'paidAt', type: 'DATE_TIME', optional: true },
  { key: 'tags', type: 'LIST', optional: true },
  { key: 'customer', type: 'OBJECT', optional: true, fields: [{ key: 'name', type: 'TEXT' }] },
];
const check = (value: unknown) => checkValue(value, { type: 'OBJECT', fields: ORDER }, 'order');

test('takes declared fields and ignores undeclared ones', () => {
  expect(check({ id: 'x', total: 1, other: true })).toEqual({ ok: true, value: { id: 'x', total: 1 } });
});

test('optional fields may be missing or null', () => {
  expect(check({ id: 'x', total: 1, note: null })).toEqual({ ok: true, value: { id: 'x', total: 1 } });
});

test('dates and lists are read and normalized as callers send them', () => {
  expect(check({ id: 'x', total: 1, paidAt: '2026-11-21T10:00', tags: '[a, b]' })).toEqual({
    ok: true,
    value: { id: 'x', total: 1, paidAt: '2026-11-21T10:00:00Z', tags: ['a', 'b'] },
  });
});

test.each<[string, unknown, string[]]>([
  ['a missing field', { total: 1 }, ['order.id is required']],
  ['a wrong field', { id: 'x', total: 'much' }, ['order.total must be a number']],
  ['null for what is required', { id: null, total: 1 }, ['order.id must be a string']],
  ['a missing field within', { id: 'x', total: 1, customer: {} }, ['order.customer.name is required']],
  ['a text in place of an object within', { id: 'x', total: 1, customer: 'Ada' }, ['order.customer must be an object']],
  ['an array', [], ['order must be an object']],
  ['null', null, ['order must be an object']],
  ['several problems', { total: {} }, ['order.id is required', 'order.total must be a number']],
])('names %s', (_, value, problems) => {
  expect(check(value)).toEqual({ ok: false, problems });
});

test('without a path only the fields are named', () => {
  expect(checkValue({}, { type: 'OBJECT', fields: ORDER }, '')).toEqual({
    ok: false,
    problems: ['id is required', 'total is required'],
  });
});

test('a value that JSON cannot represent is refused', () => {
  for (const value of [undefined, Number.NaN, () => 1])
    expect(checkValue(value, { type: 'JSON' }, 'x')).toEqual({ ok: false, problems: ['x must be a JSON value'] });
});

test('inherited properties are not fields', () => {
  expect(checkValue({}, { type: 'OBJECT', fields: [{ key: 'toString', type: 'JSON' }] }, 'x')).toEqual({
    ok: false,
    problems: ['x.toString is required'],
  });
});

test('an accepted value is accepted again unchanged', () => {
  const anyOrder = fc.record(
    {
      id: fc.string(),
      total: fc.oneof(fc.integer(), fc.string()),
      note: fc.jsonValue(),
      customer: fc.record({ name: fc.string() }),
    },
    { requiredKeys: ['id', 'total'] },
  );
  fc.assert(
    fc.property(fc.oneof(anyOrder, fc.jsonValue()), (value) => {
      const first = check(value);
      fc.pre(first.ok);
      expect(check(first.value)).toEqual(first);
    }),
  );
});

const LIST = { type: 'LIST' as const };
test.each<[unknown, string[]]>([
  ['vip', ['vip']],
  [undefined, []],
  [null, []],
  ['[a,b]', ['a', 'b']],
  [['a'], ['a']],
])('computed as a list, %j is %j', (value, list) => {
  expect(checkValue(value, LIST, 'x')).toEqual({ ok: true, value: list });
});

test('a required field that is a list and missing is an empty list', () => {
  expect(checkValue({}, { type: 'OBJECT', fields: [{ key: 'tags', type: 'LIST' }] }, 'x')).toEqual({
    ok: true,
    value: { tags: [] },
  });
});

test('a list of other things is refused', () => {
  expect(checkValue(5, LIST, 'x').ok).toBe(false);
  expect(checkValue([5], LIST, 'x').ok).toBe(false);
});

const field = (type: Field['type']): Field[] => [{ key: 'v', type }];
test.each<[string, Field['type'], unknown]>([
  ['820982911946154508', 'TEXT', '820982911946154508'],
  ['1.50', 'TEXT', '1.50'],
  ['-0', 'TEXT', '-0'],
  ['42', 'NUMBER', 42],
  ['9007199254740992', 'NUMBER', 9_007_199_254_740_992],
  ['{"id":820982911946154508,"n":1}', 'JSON', { id: '820982911946154508', n: 1 }],
  ['"a\\u0000b"', 'TEXT', 'a\0b'],
  ['"vip"', 'LIST', ['vip']],
  ['[12345678901234567890, 1.50]', 'LIST', ['12345678901234567890', '1.50']],
])('the JSON %s read as %s', (json, type, value) => {
  expect(readJsonFields(`{"v":${json}}`, field(type))).toEqual({ ok: true, value: { v: value } });
});

test.each<[string, Field['type']]>([
  ['9007199254740993', 'NUMBER'],
  ['"12345678901234567890"', 'NUMBER'],
  ['12345678901234567890', 'BOOLEAN'],
  ['12345678901234567890', 'OBJECT'],
])('the JSON %s is refused as %s, by its name', (json, type) => {
  const checked = readJsonFields(`{"v":${json}}`, [{ key: 'v', type, ...(type === 'OBJECT' && { fields: [] }) }]);
  expect(checked).toEqual({ ok: false, problems: [expect.stringMatching(/^v must be /)] });
});

const LINES: Field[] = [
  { key: 'sku', type: 'TEXT' },
  { key: 'tags', type: 'LIST' },
  { key: 'note', type: 'TEXT', optional: true },
];
test.each<[string, ListItems, unknown, unknown]>([
  ['a single value is a list of one', 'NUMBER', '5', [5]],
  ['nothing is an empty list', 'DATE_TIME', null, []],
  ['a text is one item of JSON', 'JSON', '[1,2]', ['[1,2]']],
  [
    'undeclared fields are left out',
    { type: 'OBJECT', fields: LINES },
    { sku: 'a', more: 1 },
    [{ sku: 'a', tags: [] }],
  ],
])('computed as a typed list, %s', (_, items, value, list) => {
  expect(checkValue(value, { type: 'LIST', items }, 'x')).toEqual({ ok: true, value: list });
});

test('an item of a computed list is named by its number and its field', () => {
  const checked = checkValue([{ sku: 'a' }, {}], { type: 'LIST', items: { type: 'OBJECT', fields: LINES } }, 'lines');
  expect(checked).toEqual({ ok: false, problems: ['lines[1].sku is required'] });
});

test('lists that are missing in items are counted, because the empty lists that replace them take memory', () => {
  const checked = checkValue(
    Array.from({ length: MAX_VALUES_READ / 2 }, () => ({ sku: 'a' })),
    { type: 'LIST', items: { type: 'OBJECT', fields: LINES } },
    'x',
  );
  expect(checked.ok).toBe(false);
});

test('the digits of a number in a list read from JSON', () => {
  const fields: Field[] = [
    { key: 'ids', type: 'LIST', items: { type: 'OBJECT', fields: [{ key: 'id', type: 'TEXT' }] } },
    { key: 'sums', type: 'LIST', items: 'NUMBER' },
  ];
  expect(readJsonFields('{"ids":[{"id":820982911946154508}],"sums":[1.50]}', fields)).toEqual({
    ok: true,
    value: { ids: [{ id: '820982911946154508' }], sums: [1.5] },
  });
  expect(readJsonFields('{"ids":[],"sums":[1,9007199254740993]}', fields)).toEqual({
    ok: false,
    problems: [expect.stringMatching(/^sums\[1\] must be a number/)],
  });
});
