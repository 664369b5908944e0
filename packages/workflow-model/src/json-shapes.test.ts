import { expect, test } from '@jest/globals';
import { hasTooManyShapes, JsonShapes } from './json-shapes.ts';

const MIB = 1_048_576;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
const padded = (json: string): string => `[${json},"${'x'.repeat(MIB)}"]`;
/** Creates an object as text, because objects with so many names take long to create. */
const object = (names: string[]): string => `{${names.map((name) => `"${name}":0`).join(',')}}`;
const list = (items: string[]): string => `[${items.join(',')}]`;

test.each<[string, string]>([
  ['one object of 120,000 names', padded(object(numbers(120_000).map((n) => `k${n}`)))],
  ['60,000 objects of two different names', padded(list(numbers(60_000).map((n) => object([`a${n}`, `b${n}`]))))],
  [
    'objects of the same names in many orders',
    padded(list(numbers(120_000).map((n) => object([...`x${n.toString(2)}`].map((c, at) => `k${c}${at}`))))),
  ],
  ['1,000,001 lists and objects', `[${'{},[],'.repeat(500_000)}0]`],
])('refuses %s', (_what, json) => {
  expect(hasTooManyShapes(json)).toBe(true);
});

test.each<[string, string]>([
  [
    '200,000 rows of the same eight columns',
    JSON.stringify(numbers(200_000).map((n) => ({ a: n, b: n, c: { d: n } }))),
  ],
  ['a text with JSON in it', padded(JSON.stringify(object(numbers(120_000).map((n) => `k${n}`))))],
  ['texts that are all different', JSON.stringify(numbers(400_000).map((n) => `k${n}`))],
  ['names of an object that follow after white space', `{"a" : ${'\n'.repeat(2 * MIB)}1}`],
  ['an end in the middle of a text', `["${'x'.repeat(2 * MIB)}\\`],
])('takes %s', (_what, json) => {
  expect(hasTooManyShapes(json)).toBe(false);
});

test('counts each beginning of an object once, within objects and lists too', () => {
  const json = padded(JSON.stringify([{ a: { b: 1 }, c: [{ a: 2, c: 3 }] }, { a: 1, c: 'a":{"x":1' }, { c: 1 }]));
  expect([3, 4].map((most) => hasTooManyShapes(json, { shapes: most }))).toEqual([true, false]);
});

test('counts texts that are added one after the other together, short ones too', () => {
  const parts = numbers(12).map((part) => list(numbers(10_000).map((n) => object([`long name ${part} ${n}`]))));
  expect(parts.filter((part) => hasTooManyShapes(part))).toEqual([]);
  const shapes = new JsonShapes();
  const refusedAt = parts.findIndex((part) => shapes.add(part));
  // Fewer than a tenth of the names count as one with others.
  expect([10, 11]).toContain(refusedAt);
  const same = new JsonShapes();
  expect(numbers(12).some(() => same.add(parts[0] as string))).toBe(false);
});
