import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { afterFailure, inTurn, type Backoff } from './backoff-policy.ts';

const HOUR_MS = 3_600_000;

test('each failure in a row pauses for twice as long, up to ten minutes', () => {
  const pauses: number[] = [];
  let backoff: Backoff | null = null;
  for (let now = 0; pauses.length < 13; now = backoff.untilMs) {
    backoff = afterFailure(backoff, now);
    pauses.push((backoff.untilMs - now) / 1_000);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600]);
});

/** Returns true if the rule holds between one failure and the next. */
function follows(before: Backoff | null, next: Backoff, now: number): boolean {
  if (before !== null && now < before.untilMs) return next === before;
  const pause = next.untilMs - now;
  const isNew = before === null || now - before.untilMs >= HOUR_MS;
  return pause >= 1_000 && pause <= 600_000 && next.failures === (isNew ? 1 : before.failures + 1);
}

test('whatever fails when: each pause is from a second to ten minutes, and a failure in it changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 * HOUR_MS), { maxLength: 200 }), (gaps) => {
      let now = 0;
      let backoff: Backoff | null = null;
      for (const gap of gaps) {
        now += gap;
        const next: Backoff = afterFailure(backoff, now);
        if (!follows(backoff, next, now)) return false;
        backoff = next;
      }
      return true;
    }),
  );
});

test('everybody has a turn before anybody has a second one', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 20 }), fc.option(fc.uuid()), (ids, last) => {
      let servedLast = last;
      const served = ids.map(() => (servedLast = inTurn(ids, servedLast)[0]!));
      expect(served.toSorted()).toEqual(ids.toSorted());
    }),
  );
});
