import { expect, test } from '@jest/globals';
import { passwordProblem } from './password-rules.ts';

const COMMON = 'is on the list of common and leaked passwords; choose another one';
const PATTERN = 'repeats or counts up a few characters; choose another one';
const OWN = 'must not be your name, your e-mail address or a part of them';

test.each([
  ['short', 'must have at least 8 characters'],
  ['x'.repeat(129), 'must have at most 128 characters'],
  ['password', COMMON],
  ['PassWord', COMMON],
  ['password1', COMMON],
  ['Password123!', COMMON],
  ['P@ssw0rd', COMMON],
  ['12345678', COMMON],
  ['qwertyuiop', COMMON],
  ['sunshine2026', COMMON],
  ['!!!iloveyou!!!', COMMON],
  ['i love you', COMMON],
  ['ｐａｓｓｗｏｒｄ', COMMON],
  ['00000000', PATTERN],
  ['abababababab', PATTERN],
  ['abcdefghijkl', PATTERN],
  ['hgfedcba', PATTERN],
  ['ada.byronette@works.example', OWN],
  ['Byronette', OWN],
  ['ada.byronette', OWN],
  ['Byronette-1815', OWN],
  ['augusta ada king', OWN],
])('refuses %s', async (password, problem) => {
  expect(await passwordProblem(password, ['ada.byronette@works.example', 'Augusta Ada King'])).toBe(problem);
});

test.each(['correct horse battery', 'what only I know', 'a long password', 'zebra-lamp-42-quiet', 'пароль из слов'])(
  'takes %s',
  async (password) => {
    expect(await passwordProblem(password, ['ada.byronette@works.example', 'Ada'])).toBeNull();
  },
);
