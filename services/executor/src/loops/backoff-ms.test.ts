import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { backoffMs } from './backoff-ms.ts';

test('a backoff never falls short of half its step nor exceeds the limit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (failures, random) => {
        const waitMs = backoffMs(failures, 50, 2_000, random);
        expect(waitMs).toBeGreaterThanOrEqual(25);
        expect(waitMs).toBeLessThanOrEqual(2_000);
      },
    ),
  );
});
