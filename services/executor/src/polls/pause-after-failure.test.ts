import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pauseAfterFailureMs } from './pause-after-failure.ts';

const BACKOFF = { factor: 2, maxMs: 900_000 };

test.each([
  ['the first failure', 60_000, 1, 60_000],
  ['the second', 60_000, 2, 120_000],
  ['the fourth', 60_000, 4, 480_000],
  ['the fifth reaches the bound', 60_000, 5, 900_000],
  ['one of an outage of months', 10_000, 1_000_000, 900_000],
  ['what is polled more rarely than the bound', 86_400_000, 3, 86_400_000],
])('%s', (_, everyMs, failures, expected) => {
  expect(pauseAfterFailureMs(everyMs, failures, BACKOFF)).toBe(expected);
});

test('a factor of 1 keeps the usual pause', () => {
  expect(pauseAfterFailureMs(60_000, 9, { factor: 1, maxMs: 900_000 })).toBe(60_000);
});

test('a server that asks for more time gets it, and one that asks for less does not', () => {
  expect(pauseAfterFailureMs(60_000, 1, BACKOFF, 3_600_000)).toBe(3_600_000);
  expect(pauseAfterFailureMs(60_000, 1, BACKOFF, 1_000)).toBe(60_000);
});

test('pauses never shrink from failure to failure, are never shorter than usual, and stay finite', () => {
  const pauses = [fc.integer({ min: 10, max: 2_592_000 }), fc.nat(10_000), fc.integer({ min: 1, max: 10 })] as const;
  fc.assert(
    fc.property(...pauses, fc.integer({ min: 1_000, max: 86_400_000 }), (everySeconds, failures, factor, maxMs) => {
      const everyMs = everySeconds * 1_000;
      const [pause, next] = [1, 2].map((more) => pauseAfterFailureMs(everyMs, failures + more, { factor, maxMs }));
      expect(pause).toBeGreaterThanOrEqual(everyMs);
      expect(next).toBeGreaterThanOrEqual(pause!);
      expect(next).toBeLessThanOrEqual(Math.max(everyMs, maxMs));
    }),
  );
});
