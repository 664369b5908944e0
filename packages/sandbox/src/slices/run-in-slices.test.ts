import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import { runInSlices } from './run-in-slices.ts';

const MOST_TRIES = 20;

function* busyFor(totalMs: number): Generator<void, string> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += 1) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    yield;
  }
  return 'done';
}

test('twenty long pieces of work together hold the loop no longer than one', async () => {
  const many = () => Promise.all(Array.from({ length: 20 }, async () => runInSlices(busyFor(50))));
  const longestMs = await longestTurnMs(async () => expect(new Set(await many())).toEqual(new Set(['done'])), 50);
  expect(longestMs).toBeLessThan(50);
});

test('short work ends immediately, without a promise', async () => {
  // On a busy machine this process may have to wait during the work, which then takes longer.
  let result: string | Promise<string> = '';
  for (let tries = 0; tries < MOST_TRIES && result !== 'done'; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    result = runInSlices(busyFor(2));
    await result;
  }
  expect(result).toBe('done');
});
