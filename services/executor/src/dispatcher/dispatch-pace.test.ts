import { expect, test } from '@jest/globals';
import { nextRoundMs } from './dispatch-pace.ts';

test.each([
  ['nothing to do', { added: 0, retired: 0, backlogged: false, flowing: false }, 250],
  ['the queue holds all there is', { added: 5, retired: 0, backlogged: false, flowing: false }, 250],
  ['sessions that end, and no backlog', { added: 0, retired: 5, backlogged: false, flowing: false }, 100],
  ['sessions that wait for others of their key', { added: 0, retired: 0, backlogged: false, flowing: true }, 25],
  ['a backlog that drains', { added: 5, retired: 0, backlogged: true, flowing: false }, 25],
  ['a backlog before a full queue', { added: 0, retired: 0, backlogged: true, flowing: false }, 100],
])('the dispatcher with %s', (_case, result, waitMs) => {
  expect(nextRoundMs(result)).toBe(waitMs);
});
