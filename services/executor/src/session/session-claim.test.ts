import { expect, test } from '@jest/globals';
import type { ClaimedDeferred } from '@workflow/session-store';
import { DeferredClaimWriter, type ClaimedResponse } from './session-claim.ts';

const responseOf = (text: string): ClaimedResponse => ({
  response: { status: 200, headers: {}, body: { kind: 'text', text } },
  notification: { sessionId: 's' },
});

/** Returns a claim whose answer the test decides. */
function deferredClaim() {
  const answer = Promise.withResolvers<ClaimedDeferred | null>();
  const claim = new DeferredClaimWriter({
    claim: () => answer.promise,
    recordSteps: () => Promise.resolve(true),
    signal: new AbortController().signal,
    onStoreFailure: () => undefined,
    onAnswer: () => undefined,
  });
  return { claim, answer };
}

test('a claim takes the first response of a session, and drops others', () => {
  const { claim } = deferredClaim();
  expect([claim.takeResponse(responseOf('first')), claim.takeResponse(responseOf('second'))]).toEqual([true, true]);
  expect(claim.response).toEqual(responseOf('first'));
});

test('a claim that is asked for takes no response, since it is under way without', async () => {
  const { claim, answer } = deferredClaim();
  const written = claim.ensureWritten();
  expect(claim.takeResponse(responseOf('late'))).toBe(false);
  answer.resolve({ queuedMs: 0 });
  await written;
  expect(claim.takeResponse(responseOf('later'))).toBe(false);
  expect(claim.response).toBeNull();
});
