import { expect, test } from '@jest/globals';
import { JSON_POINTER_PATTERN, pointerKeys, pointerToken, valueAtKeys } from './json-pointer.ts';

/** The example of RFC 6901 §5. */
const DOCUMENT = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
};

test.each([
  ['', DOCUMENT],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/c%d', 2],
  ['/e^f', 3],
  ['/g|h', 4],
  ['/i\\j', 5],
  ['/k"l', 6],
  ['/ ', 7],
  ['/m~0n', 8],
])('the pointer %j of RFC 6901 leads to its value', (pointer, value) => {
  expect(pointer).toMatch(new RegExp(JSON_POINTER_PATTERN));
  expect(valueAtKeys(DOCUMENT, pointerKeys(pointer))).toEqual(value);
});

test.each(['/foo/2', '/foo/-', '/foo/00', '/foo/length', '/missing/x', '/toString', '/foo/0/0'])(
  'there is nothing at %j',
  (pointer) => {
    expect(valueAtKeys(DOCUMENT, pointerKeys(pointer))).toBeUndefined();
  },
);

test.each(['foo', '/~', '/~2', 'foo/bar'])('%j is no pointer', (text) => {
  expect(text).not.toMatch(new RegExp(JSON_POINTER_PATTERN));
});

test('~01 is a tilde and a one, not a slash, and keys are escaped the same way', () => {
  expect(pointerKeys('/~01')).toEqual(['~1']);
  expect(pointerToken('a/b~1')).toBe('a~1b~01');
  expect(pointerKeys(`/${pointerToken('a/b~1')}`)).toEqual(['a/b~1']);
});
