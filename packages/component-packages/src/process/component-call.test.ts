import { expect, test } from '@jest/globals';
import { readResult } from './component-call.ts';

test('a result of very many names of members is too large, and is not parsed', () => {
  const names = Object.fromEntries(Array.from({ length: 120_000 }, (_, number) => [`name${number}`, 0]));
  expect(readResult(Buffer.from(JSON.stringify(names)))).toEqual({
    kind: 'failure',
    why: 'too-large',
    message: expect.stringMatching(/^The result has more than 100000 different names of members/),
  });
});
