import { expect, test } from '@jest/globals';
import { BOUNDED_FUNCTIONS, KNOWN_FUNCTIONS } from '../../packages/expressions/src/parsing/jsonata-functions.ts';
import { FUNCTIONS, WITHOUT_TEXT } from './tables/functions.ts';
import { testReaders } from './test-readers.ts';

testReaders('functions of expressions', FUNCTIONS, 'quick');

test('each function of expressions is measured, or listed with the reason why it is not', () => {
  const measured = FUNCTIONS.map(([name]) => name);
  const known = new Set([...measured, ...Object.keys(WITHOUT_TEXT)]);
  expect([...KNOWN_FUNCTIONS].filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !KNOWN_FUNCTIONS.has(name))).toEqual([]);
});

test.each(['assert', 'error', 'eval', 'formatInteger', 'formatNumber'])(
  'services leave $%s to sandbox processes',
  (name) => {
    expect(BOUNDED_FUNCTIONS.has(name)).toBe(false);
  },
);
