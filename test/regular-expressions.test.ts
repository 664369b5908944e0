import { expect, test } from '@jest/globals';
import { findIn } from '../scripts/check-regular-expressions.ts';

const problemsOf = (code: string) => findIn('planted.ts', code).map(({ problem }) => problem);

test.each([
  ['/0+$/', 'it is tried from each place of a repeated text'],
  ['/^\\s*(\\S.*?)\\s*$/', 'it divides one text in many ways'],
  ['/^(a+)+$/', 'it divides one text in many ways, exponentially'],
  ['/[\\w+/\\s]*={0,2}\\s*$/', 'it divides one text in many ways'],
  ['/<Contents>(.*?)<\\/Contents>/gs', 'after its beginning it may search the rest of the text'],
  ['/\\{\\{[\\s\\S]*?\\}\\}/g', 'it is tried from each place of a repeated text'],
  ['/[?&]host=[^&]*,/', 'after its beginning it may search the rest of the text'],
  ['new RegExp(`a${b}`)', 'it is made while the program runs'],
  ['RegExp(text)', 'it is made while the program runs'],
])('the check reports %s', (expression, problem) => {
  expect(problemsOf(`export const found = ${expression};`)).toContainEqual(expect.stringContaining(problem));
});

test.each(['/^a+$/', '/(?<!0)0+$/', '/\\s+/g', '/^[^,]*,[^,]*$/', '/<([^<]*)x/', '/a.*/y'])(
  'the check takes %s',
  (expression) => {
    expect(problemsOf(`export const found = ${expression};`)).toEqual([]);
  },
);

test('the check names the file and the line', () => {
  expect(findIn('a/b.ts', 'const a = 1;\nconst b = /0+$/;')).toMatchObject([{ place: 'a/b.ts /0+$/', line: 2 }]);
});
