import { expect, test } from '@jest/globals';
import { nextRoundMs } from './dispatch-interval.ts';

test.each([
  ['nothing to do', { added: 0, retired: 0, backlogged: false, flowing: false, tookMs: 5 }, 250],
  ['the queue holds all there is', { added: 5, retired: 0, backlogged: false, flowing: false, tookMs: 5 }, 250],
  ['sessions that end, and no backlog', { added: 0, retired: 5, backlogged: false, flowing: false, tookMs: 5 }, 100],
  [
    'sessions that wait for others of their key',
    { added: 0, retired: 0, backlogged: false, flowing: true, tookMs: 50 },
    25,
  ],
  ['a backlog that drains', { added: 5, retired: 0, backlogged: true, flowing: false, tookMs: 5 }, 25],
  ['a backlog before a full queue', { added: 0, retired: 0, backlogged: true, flowing: false, tookMs: 5 }, 100],
  ['a round that took long', { added: 5, retired: 5, backlogged: true, flowing: false, tookMs: 40 }, 120],
  ['a round that took very long', { added: 5, retired: 5, backlogged: true, flowing: false, tookMs: 2_000 }, 125],
  ['one that taken nothing', { added: 0, retired: 5, backlogged: false, flowing: false, tookMs: 2_000 }, 250],
])('the dispatcher with %s', (_case, result, waitMs) => {
  expect(nextRoundMs(result)).toBe(waitMs);
});
