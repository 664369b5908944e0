import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { capacityOf, takeToken, type RateLimitSettings } from './token-bucket.ts';

/** Takes tokens at the given times, in milliseconds. Returns true where a token was given. */
function askAt(times: readonly number[], settings: RateLimitSettings): boolean[] {
  let fullAtMs = 0;
  return times.map((nowMs) => {
    const { admitted, fullInMs } = takeToken(Math.max(0, fullAtMs - nowMs), settings);
    fullAtMs = nowMs + fullInMs;
    return admitted;
  });
}

test('a full bucket gives its burst immediately, and then one token at a time', () => {
  const settings = { perMinute: 60, burst: 3 };
  expect(askAt([0, 0, 0, 0, 999, 1_000, 1_001, 2_000], settings)).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
    false,
    true,
  ]);
});

test('without a burst a minute’s tokens may be taken immediately', () => {
  expect(askAt([0, 0, 0, 30_000, 30_000], { perMinute: 2 })).toEqual([true, true, false, true, false]);
});

test('a refusal states when the next token is available', () => {
  const settings = { perMinute: 120, burst: 1 };
  const { fullInMs } = takeToken(0, settings);
  const refused = takeToken(fullInMs, settings);
  expect(refused).toEqual({ admitted: false, remaining: 0, waitMs: 500, fullInMs: 500 });
  expect(takeToken(fullInMs - refused.waitMs, settings).admitted).toBe(true);
});

test('in no period more tokens are given than the burst and the refill', () => {
  const settings = fc.record({
    perMinute: fc.integer({ min: 1, max: 100_000 }),
    burst: fc.integer({ min: 1, max: 50 }),
  });
  const gaps = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(settings, gaps, (limits, pauses) => {
      let nowMs = 0;
      const times = pauses.map((pause) => (nowMs += pause));
      const admitted = askAt(times, limits);
      const count = admitted.filter(Boolean).length;
      expect(count).toBeLessThanOrEqual(capacityOf(limits) + (nowMs * limits.perMinute) / 60_000 + 0.01);
      expect(admitted[0]).toBe(true);
    }),
  );
});
