import { expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { mayRead } from './placeholder-readers.ts';

const readBy = (type: string, config: JsonObject) => {
  const names = mayRead({ id: 'c', type, config });
  return names === null ? 'anything' : [...names].filter((name) => ['a', 'b', 'c'].includes(name)).sort();
};

test.each<[string, unknown]>([
  ['a & b.x', ['a', 'b']],
  ['a * b % 2', ['a', 'b']],
  ['$sum(a.(x * y)) * 2', ['a']],
  ['*.a', 'anything'],
  ['a and *.x', 'anything'],
  ['(*).a', 'anything'],
  ['**.x', 'anything'],
  ['a.%.b', 'anything'],
  ['$keys()', 'anything'],
  ['$lookup("b")', 'anything'],
  ['$eval("b")', 'anything'],
  ['$$', 'anything'],
  ['"\\u0062".x', 'anything'],
])('the expression %s may read %j', (expression, names) => {
  expect(readBy('transform', { expression, type: 'JSON' })).toEqual(names);
});

test.each<[string, unknown]>([
  ['return placeholders.a + placeholders?.b.x', ['a', 'b']],
  ['return 1', []],
  ['return placeholders["a"]', 'anything'],
  ['return placeholders.hasOwnProperty("a")', 'anything'],
  ['return { ...placeholders }', 'anything'],
  ['const { a } = placeholders; return a', 'anything'],
  ['return a', ['a']],
  ['return { a, total: b.x }', ['a', 'b']],
  ['return [...a, x.b, y?.c]', ['a']],
  ['return x . b + x.\n c', []],
  ['return `${a}: ${ b.c }`', ['a', 'b']],
  ['return 1.\na', ['a']],
  ['return globalThis.a', 'anything'],
  ['return (function () { return this["a"] })()', 'anything'],
  ['return new Function("return a")()', 'anything'],
  ['return [].map.constructor("return a")()', 'anything'],
  ['return arguments[0].a', 'anything'],
  ['return eval("placeh" + "olders.a")', 'anything'],
  ['return placeh\\u006flders.a', 'anything'],
])('the program %s may read %j', (source, names) => {
  expect(readBy('code', { source, type: 'JSON' })).toEqual(names);
});
