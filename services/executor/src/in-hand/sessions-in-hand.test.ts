import { expect, test } from '@jest/globals';
import { SessionsInHand } from './sessions-in-hand.ts';

test('a second job of a session in hand is refused, and only the claim named is stopped', () => {
  const inHand = new SessionsInHand();
  const signal = inHand.take('a');
  inHand.claimed('a', 2);
  expect(inHand.take('a')).toBeNull();
  inHand.abort({ sessionId: 'a', claimNumber: 1 }, new Error('old'));
  expect(signal?.aborted).toBe(false);
  inHand.abort({ sessionId: 'a', claimNumber: 2 }, new Error('lost'));
  expect(signal?.aborted).toBe(true);
});

test('the heartbeat does not ask about a session before its claim is answered or while its end is written', () => {
  const inHand = new SessionsInHand();
  inHand.take('a');
  expect(inHand.claims()).toEqual([]);
  inHand.claimed('a', 1);
  expect(inHand.claims()).toEqual([{ sessionId: 'a', claimNumber: 1 }]);
  inHand.ending('a');
  expect(inHand.claims()).toEqual([]);
  expect(inHand.ids()).toEqual(['a']);
});
