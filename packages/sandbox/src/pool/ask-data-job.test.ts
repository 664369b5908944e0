import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import { DataJobAnswer } from './ask-data-job.ts';
import { partsOf } from './value-parts.ts';

const limits = { timeoutMs: 60_000, maxResultBytes: 33_554_432 };
const END = { end: true };

test('a long list that arrives as a whole is read in turns of the event loop', async () => {
  const result = Array.from({ length: 400_000 }, (_, n) => ({ n, note: 'a note of some length' }));
  const parts = [...partsOf({ result })];
  let answer: unknown;
  const longestMs = await longestTurnMs(async () => {
    const answered = new DataJobAnswer(limits);
    for (const part of parts) void answered.take(part);
    answer = await answered.take(END);
  }, 25);
  expect(longestMs).toBeLessThan(25);
  expect(answer).toEqual({ kind: 'done', value: result });
});

test.each([
  ['a text that is not JSON', { of: 'result', list: '[1,' }],
  ['a part of another value', { of: 'other', list: '[1]' }],
  ['a part without a text', { of: 'result', list: [1] }],
  ['more than is allowed', { of: 'result', text: 'x'.repeat(limits.maxResultBytes + 1) }],
])('%s is no proper answer', async (_name, message) => {
  const answered = new DataJobAnswer(limits);
  const answers = [answered.take(message), answered.take(END)];
  expect(await answers.find((answer) => answer !== 'more')).toBe(null);
});

test('a list of items of every size is returned unchanged', async () => {
  const sizes = [0, 1, 100, 20_000, 300_000, 5, 5, 5];
  const result = Array.from({ length: 400 }, (_, n) => 'x'.repeat(sizes[n % sizes.length]! % (n < 20 ? 400_000 : 999)));
  for (const value of [result, [], [[]], [null]]) {
    const answered = new DataJobAnswer(limits);
    for (const part of partsOf({ result: value })) void answered.take(part);
    expect(await answered.take(END)).toEqual({ kind: 'done', value });
  }
});
