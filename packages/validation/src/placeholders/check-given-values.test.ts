import { expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { compileGivenValuesCheck } from './check-given-values.ts';

const placeholders = [
  { key: 'text', type: 'TEXT' },
  { key: 'number', type: 'NUMBER' },
  { key: 'json', type: 'JSON' },
  { key: 'list', type: 'LIST' },
  {
    key: 'order',
    type: 'OBJECT',
    fields: [
      { key: 'total', type: 'NUMBER' },
      { key: 'note', type: 'TEXT', optional: true },
    ],
  },
];
const check = compileGivenValuesCheck(
  { components: [{ id: 'in', type: 'input', config: { placeholders } }], connections: [] },
  'in',
);

test.each<[string, JsonObject, JsonObject]>([
  ['values are normalized as those of callers are', { number: '12.50' }, { number: 12.5 }],
  ['an object may be a whole value', { order: { total: '5', more: 1 } }, { order: { total: 5 } }],
  ['or by the dotted keys of its fields', { 'order.total': 5 }, { 'order.total': 5 }],
  ['a single value is a list of one', { list: 'vip' }, { list: ['vip'] }],
  ['nothing is an empty list', { list: null }, { list: [] }],
  ['a list in a text is one', { list: '[a,b c]' }, { list: ['a', 'b c'] }],
  ['JSON is anything', { json: [{ a: null }] }, { json: [{ a: null }] }],
])('%s', (_what, given, values) => {
  expect(check(given)).toEqual({ ok: true, values });
});

test.each<[string, JsonObject, string[]]>([
  ['a value of another type', { text: 5 }, ['placeholderValues.text must be a string']],
  [
    'a key that is not available',
    { other: 1 },
    ['placeholderValues.other is not a placeholder available to the component'],
  ],
  ['a value that is not an object', { order: 5 }, ['placeholderValues.order must be an object']],
  ['a field that is missing', { order: {} }, ['placeholderValues.order.total is required']],
  [
    'several problems',
    { order: {}, number: 'x' },
    ['placeholderValues.order.total is required', 'placeholderValues.number must be a number'],
  ],
])('%s is named', (_what, given, problems) => {
  expect(check(given)).toEqual({ ok: false, problems });
});

test('a key that names a property of every object is not a placeholder', () => {
  expect(check(JSON.parse('{"__proto__":{"text":"x"}}') as JsonObject)).toMatchObject({
    ok: false,
    problems: [expect.stringContaining('__proto__')],
  });
});
