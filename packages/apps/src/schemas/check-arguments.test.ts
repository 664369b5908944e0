import { expect, test } from '@jest/globals';
import type { AppSchema } from '../snapshot.ts';
import { checkArguments } from './check-arguments.ts';

const check = (schema: AppSchema, value: unknown, left = 400_000, defs: Record<string, AppSchema> = {}) =>
  checkArguments(schema, value, { find: (name) => defs[name], budget: { left }, hasTemplates: true });

test.each<[string, AppSchema, unknown, string[]]>([
  ['a missing argument', { type: 'object', required: ['a'] }, {}, ['/a is required']],
  ['a text instead of a number', { properties: { a: { type: 'number' } } }, { a: 'x' }, ['/a must be a number']],
  ['another choice', { enum: ['a', { b: 1 }] }, { b: 2 }, [' must be one of a, {"b":1}']],
  ['one of the choices', { enum: ['a', { b: 1 }] }, { b: 1 }, []],
  ['no alternative', { anyOf: [{ type: 'number' }, { type: 'boolean' }] }, 'x', [' matches none of the alternatives']],
  ['a text that is too long', { maxLength: 2 }, 'été', [' must have at most 2 characters']],
  ['an unknown argument', { additionalProperties: false }, { 'a/b': 1 }, ['/a~1b is not a known argument']],
])('finds %s', (_what, schema, value, found) => {
  expect(check(schema, value).map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual(found);
});

test('a schema that refers to itself matches', () => {
  expect(check({ $ref: '#/$defs/A' }, {}, 400_000, { A: { $ref: '#/$defs/A' } })).toEqual([]);
});

/** Each schema combines many parts with the whole value. */
const HOSTILE: [string, AppSchema, unknown][] = [
  ['a long text', { allOf: Array.from({ length: 20_000 }, () => ({ minLength: 1 })) }, 'x'.repeat(1_000_000)],
  ['choices', { enum: Array.from({ length: 30_000 }, (_, index) => ({ index })) }, { a: 'x'.repeat(1_000_000) }],
  ['types', { items: { type: Array.from({ length: 30_000 }, () => 'y') } }, Array.from({ length: 100_000 }, () => 0)],
  [
    'members',
    { allOf: Array.from({ length: 20_000 }, () => ({})) },
    Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [n, n])),
  ],
  [
    'required names',
    { items: { required: Array.from({ length: 20_000 }, (_, n) => `name${n}`) } },
    Array.from({ length: 100_000 }, () => ({})),
  ],
  ['alternatives', nested(18), 'x'],
];

function nested(levels: number): AppSchema {
  return levels === 0 ? { type: 'number' } : { anyOf: [nested(levels - 1), nested(levels - 1)] };
}

// Without the budget, each of these takes minutes, or more memory than there is.
test.each(HOSTILE)('the budget bounds a check of many %s', (_what, schema, value) => {
  expect(check(schema, value).length).toBeLessThanOrEqual(50);
});

/** Each schema compares long values many times. */
const COMPARED: [string, AppSchema, unknown][] = [
  [
    'choices at each level of the arguments',
    { $ref: '#/$defs/A' },
    Array.from({ length: 250 }).reduce<unknown>((within) => ({ a: within }), 'x'.repeat(100_000)),
  ],
  ['texts as long as the choices', { items: { enum: alike(200, 'a') } }, alike(200, 'b')],
];

function alike(count: number, end: string): string[] {
  return Array.from({ length: count }, (_, index) => `${'x'.repeat(5_000)}${end}${1_000 + index}`);
}

test.each(COMPARED)('the budget counts %s', (_what, schema, value) => {
  const budget = { left: 400_000 };
  const defs: Record<string, AppSchema> = { A: { enum: [{}], properties: { a: { $ref: '#/$defs/A' } } } };
  checkArguments(schema, value, { find: (name) => defs[name], budget, hasTemplates: true });
  expect(budget.left).toBeLessThan(0);
});

test('names and choices in problems are short', () => {
  const long = 'x'.repeat(100_000);
  const found = check({ required: [long], properties: { a: { enum: [long] } } }, { a: 1 });
  expect(JSON.stringify(found).length).toBeLessThan(1_000);
});
