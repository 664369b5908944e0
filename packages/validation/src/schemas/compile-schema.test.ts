import { expect, test } from '@jest/globals';
import { compileForeignSchema, compileSchema } from '../index.ts';

const problemsOf = (schema: object, value: unknown, label?: string) => {
  const checked = compileSchema({ ...schema }, label)(value);
  return checked.ok ? [] : checked.problems;
};
const property = (schema: object) => ({ type: 'object', properties: { a: schema } });

test.each<[object, unknown, string]>([
  [{ type: 'string' }, 1, 'a must be a string'],
  [{ type: 'integer' }, 1.5, 'a must be an integer'],
  [{ type: 'boolean' }, 'true', 'a must be a boolean'],
  [{ type: 'array' }, {}, 'a must be an array'],
  [{ type: 'string', minLength: 1 }, '', 'a must not be empty'],
  [{ type: 'string', minLength: 3 }, 'ab', 'a must have at least 3 characters'],
  [{ type: 'string', maxLength: 2 }, 'abc', 'a must have at most 2 characters'],
  [{ type: 'string', pattern: '^x' }, 'y', 'a must match ^x'],
  [{ type: 'string', pattern: '^x', 'x-message': 'must begin with x' }, 'y', 'a must begin with x'],
  [{ type: 'string', format: 'date-time' }, 'now', 'a must be an ISO-8601 date-time'],
  [{ type: 'string', format: 'email' }, 'now', 'a must be an email address'],
  [{ type: 'array', minItems: 1 }, [], 'a must have at least 1 item'],
  [{ type: 'array', maxItems: 2 }, [1, 2, 3], 'a must have at most 2 items'],
  [{ type: 'array', uniqueItems: true }, [1, 1], 'a must not contain the same item twice'],
  [{ type: 'object', maxProperties: 1 }, { b: 1, c: 1 }, 'a must have at most 1 field'],
  [{ type: 'number', minimum: 1 }, 0, 'a must be at least 1'],
  [{ type: 'number', maximum: 1 }, 2, 'a must be at most 1'],
  [{ type: 'number', exclusiveMinimum: 0 }, 0, 'a must be more than 0'],
  [{ type: 'array', items: { type: 'object', required: ['b'] } }, [{}], 'a[0].b is required'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, { 'x/y~z': 1 }, 'a.x/y~z must be a string'],
  [{ anyOf: [{ type: 'number' }, { type: 'string' }] }, true, 'a must be a number or a string'],
  [{ anyOf: [{ type: 'number', minimum: 1 }, { type: 'string' }] }, 0, 'a must be at least 1'],
])('%j refuses %j: %s', (schema, value, message) => {
  expect(problemsOf(property(schema), { a: value })).toEqual([message]);
});

test('names the value itself by its label', () => {
  expect(problemsOf({ type: 'object' }, 1, 'the query')).toEqual(['the query must be an object']);
});

test('escapes keys that are not printable', () => {
  expect(problemsOf({ type: 'object', additionalProperties: false }, { 'a\u0000b': 1 })).toEqual([
    '"a\\u0000b" is not a known field',
  ]);
});

test('returns the same value', () => {
  const value = { a: 'x' };
  const checked = compileSchema(property({ type: 'string' }))(value);
  expect(checked.ok && checked.value).toBe(value);
});

test('a schema with a keyword that does not exist is refused at the first check', () => {
  const check = compileSchema({ type: 'object', requird: ['a'] });
  expect(() => check({})).toThrow('requird');
});

test('only the first problem of a large value is reported', () => {
  const list = { type: 'array', maxItems: 2, items: { type: 'string' } };
  expect(problemsOf(property(list), { a: [1, 2, 3] })).toHaveLength(4);
  expect(problemsOf(property(list), { a: Array.from({ length: 30_000 }, () => 1) })).toEqual([
    'a must have at most 2 items',
  ]);
  expect(
    problemsOf(
      { type: 'array' },
      Array.from({ length: 30_000 }, () => 1),
    ),
  ).toEqual([]);
});

test('patterns of others take a time in proportion to the text', () => {
  const check = compileForeignSchema(property({ type: 'string', pattern: '^(a+)+$' }), '');
  const startedAt = process.cpuUsage();
  expect(check({ a: `${'a'.repeat(28)}b` })).toMatchObject([{ code: 'WRONG_FORMAT' }]);
  expect(check({ a: 'aaa' })).toEqual([]);
  expect(process.cpuUsage(startedAt).user).toBeLessThan(1_000_000);
});
