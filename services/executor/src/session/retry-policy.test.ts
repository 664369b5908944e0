import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextAttemptAfterMs } from './retry-policy.ts';

const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const policy = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 100 }),
  backoffSeconds: fc.double({ min: 0, max: 3_600, noNaN: true }),
});

test.each([
  [1, 0, 500],
  [1, 0.999999, 1_000],
  [2, 0, 1_000],
  [3, 0.5, 3_000],
  [4, 0, null],
])('after %i failures of four tries, with %f by chance, waits %p ms', (failures, chance, expected) => {
  expect(nextAttemptAfterMs({ maxAttempts: 4, backoffSeconds: 1 }, failures, chance)).toBe(expected);
});

test('there are never more tries than the policy allows', () => {
  fc.assert(
    fc.property(
      policy,
      fc.integer({ min: 1, max: 200 }),
      random,
      (retry, failures, chance) =>
        (nextAttemptAfterMs(retry, failures, chance) === null) === failures >= retry.maxAttempts,
    ),
  );
});

test('a wait lies between the half and the whole of the doubled backoff, and within an hour', () => {
  fc.assert(
    fc.property(policy, fc.integer({ min: 1, max: 99 }), random, (retry, failures, chance) => {
      const waits = nextAttemptAfterMs({ ...retry, maxAttempts: 100 }, failures, chance) as number;
      const full = Math.min(retry.backoffSeconds * 1_000 * 2 ** (failures - 1), 3_600_000);
      return waits >= Math.floor(full / 2) && waits <= Math.ceil(full);
    }),
  );
});
