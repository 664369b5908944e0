import { expect, test } from '@jest/globals';
import { lastStarted, startedInWords } from './started-sessions.ts';

test.each([
  [{ total: 1, statuses: { SUCCEEDED: 1 } }, '1 session: 1 succeeded'],
  [
    { total: 9, statuses: { SUCCEEDED: 2, FAILED: 1, CANCELLED: 1, RUNNING: 2, QUEUED: 2, WAITING: 1 } },
    '9 sessions: 2 succeeded, 1 failed, 1 cancelled, 5 under way',
  ],
])('describes the outcome of the sessions: %j', (started, words) => {
  expect(startedInWords(started)).toBe(words);
});

test('of a component counts its last run, and not what an earlier one started', () => {
  const first = { componentId: 'a', run: 1, total: 5, statuses: { FAILED: 5 } };
  const second = { componentId: 'a', run: 2, total: 5, statuses: { SUCCEEDED: 5 } };
  expect([...lastStarted([second, first]).values()]).toEqual([second]);
});
