import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { restartDelayMs } from './restart-policy.ts';

test('the pause doubles while a service keeps exiting early, up to ten seconds', () => {
  const delays: number[] = [];
  for (let early = 0, round = 0; round < 7; round += 1) {
    const next = restartDelayMs(100, early);
    delays.push(next.delayMs);
    early = next.early;
  }
  expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

test('a service that ran for long is restarted soon', () => {
  expect(restartDelayMs(30_000, 20)).toEqual({ delayMs: 500, early: 1 });
});

test('the pause is never longer than ten seconds, and never zero', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 10_000 }), (ranMs, early) => {
      const { delayMs } = restartDelayMs(ranMs, early);
      expect(delayMs).toBeGreaterThanOrEqual(500);
      expect(delayMs).toBeLessThanOrEqual(10_000);
    }),
  );
});
