import { expect, test } from '@jest/globals';
import type { ClaimedDeferred } from '@workflow/session-store';
import { DeferredClaim, type ClaimedResponse } from './session-claim.ts';

const responseOf = (text: string): ClaimedResponse => ({
  response: { status: 200, headers: {}, body: { kind: 'text', text } },
  signal: { sessionId: 's' },
});

/** Returns a claim whose answer the test decides. */
function deferredClaim() {
  const answer = Promise.withResolvers<ClaimedDeferred | null>();
  const late = new DeferredClaim({
    claim: () => answer.promise,
    recordSteps: () => Promise.resolve(true),
    signal: new AbortController().signal,
    onStoreFailure: () => undefined,
    onAnswer: () => undefined,
  });
  return { late, answer };
}

test('a claim takes the first response of a session, and drops others', () => {
  const { late } = deferredClaim();
  expect([late.takeResponse(responseOf('first')), late.takeResponse(responseOf('second'))]).toEqual([true, true]);
  expect(late.response).toEqual(responseOf('first'));
});

test('a claim that is asked for takes no response, since it is under way without', async () => {
  const { late, answer } = deferredClaim();
  const held = late.hold();
  expect(late.takeResponse(responseOf('late'))).toBe(false);
  answer.resolve({ queuedMs: 0 });
  await held;
  expect(late.takeResponse(responseOf('later'))).toBe(false);
  expect(late.response).toBeNull();
});
