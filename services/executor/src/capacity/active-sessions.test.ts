import { expect, test } from '@jest/globals';
import { ActiveSessions } from './active-sessions.ts';

test('a second job of a claimed session is refused, and only the claim named is stopped', () => {
  const active = new ActiveSessions();
  const signal = active.take('a');
  active.claimed('a', 2);
  expect(active.take('a')).toBeNull();
  active.abort({ sessionId: 'a', claimNumber: 1 }, new Error('old'));
  expect(signal?.aborted).toBe(false);
  active.abort({ sessionId: 'a', claimNumber: 2 }, new Error('lost'));
  expect(signal?.aborted).toBe(true);
});

test('the heartbeat does not ask about a session before its claim is answered or while its end is written', () => {
  const active = new ActiveSessions();
  active.take('a');
  expect(active.claims()).toEqual([]);
  active.claimed('a', 1);
  expect(active.claims()).toEqual([{ sessionId: 'a', claimNumber: 1 }]);
  active.ending('a');
  expect(active.claims()).toEqual([]);
  expect(active.ids()).toEqual(['a']);
});
