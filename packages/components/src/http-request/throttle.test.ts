import { expect, test } from '@jest/globals';
import { readRateLimitMs } from './throttle.ts';

test.each([
  ['"default";r=0;t=4', 4_000],
  ['"default"; r=0; t=4', 4_000],
  ['"default";r=5;t=4', 0],
  ['"minute";r=3;t=9, "day";r=0;t=120', 120_000],
  ['"default";t=7;r=0', 7_000],
  ['remaining=0, reset=4', 4_000],
  ['limit=10, remaining=0, reset=60', 60_000],
  ['limit=10, remaining=10, reset=60', 0],
  ['nonsense', 0],
  [undefined, 0],
])('RateLimit: %s holds for %i ms', (ratelimit, expected) => {
  expect(readRateLimitMs(ratelimit === undefined ? {} : { ratelimit })).toBe(expected);
});
