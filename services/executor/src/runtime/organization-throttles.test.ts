import { setImmediate as nextSlice } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { HostThrottle } from '@workflow/session-store';
import { createThrottles } from './organization-throttles.ts';

const slow: HostThrottle = { host: 'a.example', perSecond: 1, burst: 1 };

/** A store whose reads the test answers, in their order. */
function heldStore() {
  const reads: { organizationId: string; answer: PromiseWithResolvers<HostThrottle[]> }[] = [];
  const unexpected = (): Promise<never> => Promise.reject(new Error('nothing but reads is expected'));
  const throttlesOf = createThrottles({
    readHostThrottles: (organizationId) => {
      const answer = Promise.withResolvers<HostThrottle[]>();
      reads.push({ organizationId, answer });
      return answer.promise;
    },
    takeThrottledTurn: unexpected,
    readThrottleBlock: unexpected,
    blockThrottled: unexpected,
  });
  return { reads, rateOf: (organizationId: string) => throttlesOf(organizationId).rateOf('a.example') };
}

test('calls of one turn share a read, and each organization has its own', async () => {
  const { reads, rateOf } = heldStore();
  const rates = [rateOf('one'), rateOf('one'), rateOf('other')];
  await nextSlice();
  expect(reads.map(({ organizationId }) => organizationId)).toEqual(['one', 'other']);
  reads[0]!.answer.resolve([slow]);
  reads[1]!.answer.resolve([]);
  expect(await Promise.all(rates)).toEqual([slow, slow, null]);
});

test('a call during a read waits for the next one, which sees the newest change', async () => {
  const { reads, rateOf } = heldStore();
  const before = rateOf('one');
  await nextSlice();
  const after = [rateOf('one'), rateOf('one')];
  await nextSlice();
  expect(reads).toHaveLength(1);
  reads[0]!.answer.resolve([]);
  expect(await before).toBeNull();
  await nextSlice();
  reads[1]!.answer.resolve([slow]);
  expect(await Promise.all(after)).toEqual([slow, slow]);
  expect(reads).toHaveLength(2);
});

test('a read that fails, fails the calls that share it, and no later one', async () => {
  const { reads, rateOf } = heldStore();
  const failing = rateOf('one');
  await nextSlice();
  const waiting = rateOf('one');
  reads[0]!.answer.reject(new Error('gone'));
  await expect(failing).rejects.toThrow('gone');
  await nextSlice();
  reads[1]!.answer.resolve([slow]);
  expect(await waiting).toEqual(slow);
});
