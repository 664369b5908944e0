import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Field, PlaceholderType } from '@workflow/workflow-model';
import { compileFieldsCheck, compilePlaceholderCheck, nestPlaceholders } from '../index.ts';

const NOT_EXACT =
  'placeholderValues.number must be a number that a double holds exactly; ' +
  'an integer with more digits goes into a TEXT';

const FIELDS: Field[] = [
  { key: 'text', type: 'TEXT' },
  { key: 'number', type: 'NUMBER' },
  { key: 'flag', type: 'BOOLEAN' },
  { key: 'at', type: 'DATE_TIME' },
  { key: 'list', type: 'LIST' },
  { key: 'json', type: 'JSON' },
  {
    key: 'customer',
    type: 'OBJECT',
    fields: [
      { key: 'name', type: 'TEXT' },
      {
        key: 'address',
        type: 'OBJECT',
        fields: [
          { key: 'city', type: 'TEXT' },
          { key: 'constructor', type: 'NUMBER' },
        ],
      },
    ],
  },
];
const check = compileFieldsCheck(FIELDS);

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['all keys are optional', {}, {}],
  ['TEXT: a string', { text: ' ü ' }, { text: ' ü ' }],
  ['NUMBER: a JSON number', { number: -1.5 }, { number: -1.5 }],
  ['NUMBER: a string that is one', { number: '1e3' }, { number: 1000 }],
  ['NUMBER: no negative zero', { number: '-0' }, { number: 0 }],
  ['BOOLEAN: true and false', { flag: false }, { flag: false }],
  ['BOOLEAN: those words', { flag: 'true' }, { flag: true }],
  ['DATE_TIME: normalized', { at: '2026-11-21' }, { at: '2026-11-21T00:00:00Z' }],
  ['LIST: a JSON list of strings', { list: ['a', ' b'] }, { list: ['a', ' b'] }],
  ['LIST: a bracketed string, items trimmed', { list: '[a,b c, d]' }, { list: ['a', 'b c', 'd'] }],
  ['LIST: empty brackets', { list: '[]' }, { list: [] }],
  ['LIST: empty brackets with space', { list: '[ ]' }, { list: [] }],
  ['LIST: one item', { list: '[a]' }, { list: ['a'] }],
  ['LIST: items may be empty', { list: '[a,,b]' }, { list: ['a', '', 'b'] }],
  ['LIST: numbers in a bracketed string are texts', { list: '[1,2]' }, { list: ['1', '2'] }],
  ['LIST: a string that is a JSON array of strings', { list: '["a, b", "c"]' }, { list: ['a, b', 'c'] }],
  ['JSON: any value as it is', { json: [{ a: null }, 1] }, { json: [{ a: null }, 1] }],
  ['JSON: null', { json: null }, { json: null }],
  [
    'JSON: keys that mean something to JavaScript',
    { json: JSON.parse('{"__proto__":{"a":1},"constructor":2}') },
    { json: JSON.parse('{"__proto__":{"a":1},"constructor":2}') },
  ],
  [
    'OBJECT: dotted keys, echoed unchanged',
    { 'customer.name': 'Ada', 'customer.address.city': 'Ulm' },
    { 'customer.name': 'Ada', 'customer.address.city': 'Ulm' },
  ],
  ['OBJECT: a field named constructor', { 'customer.address.constructor': '7' }, { 'customer.address.constructor': 7 }],
])('%s', (_, values, normalized) => {
  expect(check(values)).toEqual({ ok: true, values: normalized });
});

const LIST_PROBLEM = 'must be a list of strings, or a string of the form [item,item]';
const UNSTORABLE = 'must not contain NUL characters or lone surrogates';

test.each<[string, Record<string, unknown>, string]>([
  ['an unknown key is named', { other: 1 }, 'placeholderValues.other is not a placeholder available to the component'],
  [
    '__proto__ is an unknown key',
    JSON.parse('{"__proto__":{"a":1}}'),
    'placeholderValues.__proto__ is not a placeholder available to the component',
  ],
  [
    'constructor is an unknown key',
    { constructor: 1 },
    'placeholderValues.constructor is not a placeholder available to the component',
  ],
  ['TEXT: not a number', { text: 1 }, 'placeholderValues.text must be a string'],
  ['TEXT: not null', { text: null }, 'placeholderValues.text must be a string'],
  ['TEXT: no NUL', { text: 'a\u0000' }, `placeholderValues.text ${UNSTORABLE}`],
  ['TEXT: no lone surrogate', { text: '\uD800' }, `placeholderValues.text ${UNSTORABLE}`],
  ['NUMBER: no integer that a double cannot hold', { number: '12345678901234567890' }, NOT_EXACT],
  ['NUMBER: nor one that was sent as a number', { number: 12345678901234567890n }, NOT_EXACT],
  ['NUMBER: not a word', { number: 'x' }, 'placeholderValues.number must be a number'],
  ['NUMBER: not empty', { number: '' }, 'placeholderValues.number must be a number'],
  ['NUMBER: not hexadecimal', { number: '0x10' }, 'placeholderValues.number must be a number'],
  ['NUMBER: no space around it', { number: ' 1' }, 'placeholderValues.number must be a number'],
  ['NUMBER: finite', { number: '1e999' }, 'placeholderValues.number must be a number'],
  ['NUMBER: not a boolean', { number: true }, 'placeholderValues.number must be a number'],
  ['BOOLEAN: not another word', { flag: 'yes' }, 'placeholderValues.flag must be true or false'],
  ['BOOLEAN: not a number', { flag: 1 }, 'placeholderValues.flag must be true or false'],
  ['DATE_TIME: not a word', { at: 'today' }, 'placeholderValues.at must be an ISO-8601 date or date-time'],
  ['LIST: not an object', { list: { 0: 'a' } }, `placeholderValues.list ${LIST_PROBLEM}`],
  ['LIST: not of numbers', { list: ['a', 1] }, 'placeholderValues.list[1] must be a string'],
  ['LIST: not of lists', { list: [['a']] }, 'placeholderValues.list[0] must be a string'],
  ['LIST: not a bare word', { list: 'a,b' }, `placeholderValues.list ${LIST_PROBLEM}`],
  ['LIST: not half a bracket', { list: '[a' }, `placeholderValues.list ${LIST_PROBLEM}`],
  ['LIST: not one bracket', { list: '[' }, `placeholderValues.list ${LIST_PROBLEM}`],
  ['LIST: no NUL in items', { list: ['\u0000'] }, `placeholderValues.list[0] ${UNSTORABLE}`],
  ['JSON: no NUL in a nested value', { json: { a: ['\u0000'] } }, `placeholderValues.json ${UNSTORABLE}`],
  ['JSON: no lone surrogate in a nested key', { json: [{ '\uDC00': 1 }] }, `placeholderValues.json ${UNSTORABLE}`],
  [
    'OBJECT: no nested object',
    { customer: { name: 'Ada' } },
    'placeholderValues.customer must be sent as dotted keys of its fields, such as customer.name',
  ],
  [
    'OBJECT: no nested object below either',
    { 'customer.address': { city: 'Ulm' } },
    'placeholderValues.customer.address must be sent as dotted keys of its fields, such as customer.address.city',
  ],
  [
    'OBJECT: its own key alone',
    { customer: 'Ada' },
    'placeholderValues.customer must be sent as dotted keys of its fields, such as customer.name',
  ],
  [
    'OBJECT: a field that it has not',
    { 'customer.age': 1 },
    'placeholderValues.customer.age is not available: customer has no such field',
  ],
  [
    'OBJECT: each value against the type of its field',
    { 'customer.address.city': 1 },
    'placeholderValues.customer.address.city must be a string',
  ],
  [
    'a type that is no object has no fields',
    { 'text.length': 1 },
    'placeholderValues.text.length is not available: text has no such field',
  ],
  [
    'a key that cannot be shown is escaped',
    { 'a\u0000': 1 },
    'placeholderValues."a\\u0000" is not a placeholder available to the component',
  ],
])('refuses %s', (_, values, problem) => {
  expect(check(values)).toEqual({ ok: false, problems: [problem] });
});

test('names all problems together', () => {
  expect(check({ text: 1, number: 'x', flag: true })).toEqual({
    ok: false,
    problems: ['placeholderValues.text must be a string', 'placeholderValues.number must be a number'],
  });
});

test('refuses JSON that is nested too deeply', () => {
  const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown;
  expect(check({ json: deep })).toEqual({
    ok: false,
    problems: ['placeholderValues.json must not be nested deeper than 100 levels'],
  });
});

test('knows what is available to a component of a definition', () => {
  const definition = {
    components: [
      { id: 'a', type: 'input', config: { placeholders: [{ key: 'name', type: 'TEXT' }] } },
      { id: 'b', type: 'output', config: {} },
    ],
    connections: [{ from: 'a', port: 'next', to: 'b' }],
  };
  expect(compilePlaceholderCheck(definition, 'a')({ name: 'x' }).ok).toBe(true);
  expect(compilePlaceholderCheck(definition, 'b')({ name: 'x' }).ok).toBe(true);
  expect(compilePlaceholderCheck({ ...definition, connections: [] }, 'b')({ name: 'x' }).ok).toBe(false);
});

test('dotted keys nest into the objects that expressions read', () => {
  expect(nestPlaceholders({ 'a.b.c': 1, 'a.d': [2], e: null })).toEqual({ a: { b: { c: 1 }, d: [2] }, e: null });
});

test('nesting reaches no prototype', () => {
  const nested = nestPlaceholders({
    '__proto__.polluted': true,
    'constructor.prototype.polluted': true,
    'a.__proto__': { b: 1 },
  });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.keys(nested)).toEqual(['__proto__', 'constructor', 'a']);
  expect(Object.getPrototypeOf(nested.a)).toBe(Object.prototype);
});

const likely: Record<Exclude<PlaceholderType, 'OBJECT'>, fc.Arbitrary<unknown>> = {
  TEXT: fc.string({ unit: 'grapheme' }),
  NUMBER: fc.oneof(fc.double(), fc.double().map(String), fc.integer().map(String)),
  BOOLEAN: fc.constantFrom(true, false, 'true', 'false', 'True'),
  DATE_TIME: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  LIST: fc.oneof(
    fc.array(fc.string()),
    fc.string().map((inside) => `[${inside}]`),
    fc.array(fc.string()).map((items) => JSON.stringify(items)),
  ),
  JSON: fc.jsonValue(),
  FILE: fc.oneof(fc.uuid(), fc.record({ fileId: fc.uuid() })),
};
const anyValues = fc.record(
  {
    ...Object.fromEntries(
      FIELDS.filter(({ type }) => type !== 'OBJECT').map(({ key, type }) => [
        key,
        fc.oneof(
          { weight: 15, arbitrary: likely[type as keyof typeof likely] },
          { weight: 1, arbitrary: fc.jsonValue() },
        ),
      ]),
    ),
    'customer.name': likely.TEXT,
  },
  { requiredKeys: [] },
);

test('accepted values normalize to a fixed point under the same keys', () => {
  fc.assert(
    fc.property(anyValues, (values) => {
      const first = check(values);
      fc.pre(first.ok);
      expect(Object.keys(first.values)).toEqual(Object.keys(values));
      expect(check(first.values)).toEqual(first);
      const text = JSON.stringify(first.values);
      expect(JSON.stringify(check(JSON.parse(text) as Record<string, unknown>))).toBe(JSON.stringify(first));
    }),
  );
});

test('whatever JSON a caller sends, it is accepted or every problem names a key', () => {
  const anyObject = fc.dictionary(
    fc.oneof(fc.string(), fc.constantFrom('text', 'customer', 'customer.name', '__proto__', 'a.b', '.', '..')),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(anyObject, (values) => {
      const outcome = check(values);
      expect(outcome.ok || outcome.problems.every((problem) => problem.startsWith('placeholderValues.'))).toBe(true);
    }),
  );
});
