import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { admissionQuota, nextDrainRate, quotaToWrite, shareEvenly, takeTurns } from './admission-policy.ts';

const LIMITS = { maxInFlight: 10_000, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 };

test.each([
  { rate: 0, slots: 0, organizations: 1, quota: 100 },
  { rate: 0, slots: 400, organizations: 2, quota: 200 },
  { rate: 500, slots: 50, organizations: 1, quota: 300 },
  { rate: 1_000_000, slots: 50, organizations: 1, quota: 10_000 },
])(
  '$rate/s drained with $slots slots for $organizations organizations: a quota of $quota',
  ({ rate, slots, organizations, quota }) => {
    expect(admissionQuota(rate, slots, organizations, LIMITS)).toBe(quota);
  },
);

test.each([
  { mixture: 'uniform', rate: 500, quota: 300 },
  { mixture: 'mixed', rate: 500, quota: 300 },
  { mixture: 'ranked', rate: 500, quota: 100 },
  { mixture: 'uniform', rate: 0, quota: 100 },
  { mixture: 'mixed', rate: 0, quota: 50 },
  { mixture: 'ranked', rate: 0, quota: 50 },
] as const)('$rate/s drained of $mixture sessions: a quota of $quota', ({ mixture, rate, quota }) => {
  expect(admissionQuota(rate, 50, 1, LIMITS, mixture)).toBe(quota);
});

test('several workflows or priorities without a share of the slots have a quota of one', () => {
  expect(admissionQuota(0, 0, 1, LIMITS, 'mixed')).toBe(1);
  expect(admissionQuota(0, 0, 1, LIMITS, 'ranked')).toBe(1);
});

test('sessions that arrive as fast as the queue is drained never run out of quota between two rounds', () => {
  const rate = 2_000;
  const quota = quotaToWrite(admissionQuota(rate, 100, 1, LIMITS), rate, LIMITS);
  const inFlight = 64;
  const untilTheNext = rate * (0.1 + 0.25);
  expect(quota - inFlight).toBeGreaterThanOrEqual(untilTheNext);
  expect(quotaToWrite(9_900, rate, LIMITS)).toBe(LIMITS.maxInFlight);
});

test('a drain rate follows within a second, and is not taken from one batch of ends', () => {
  let rate = 0;
  for (let ms = 0; ms < 1_000; ms += 25) rate = nextDrainRate(rate, 25, 25);
  expect(rate).toBeGreaterThan(850);
  // The rate is the same 1,000/s, but a hundred sessions end together every 100 ms.
  for (let ms = 0; ms < 5_000; ms += 25) {
    rate = nextDrainRate(rate, ms % 100 === 0 ? 100 : 0, 25);
    expect(rate).toBeGreaterThan(800);
    expect(rate).toBeLessThan(1_200);
  }
  expect(nextDrainRate(rate, 0, 1_000)).toBeLessThan(200);
  expect(nextDrainRate(400, 7, 0)).toBe(400);
});

const wanted = fc
  .dictionary(fc.string({ minLength: 1, maxLength: 4 }), fc.integer({ min: -5, max: 40 }))
  .map((entries) => new Map(Object.entries(entries)));

test('a limit is shared evenly, fully, and nobody gets more than it wants', () => {
  fc.assert(
    fc.property(wanted, fc.integer({ min: 0, max: 200 }), (organizations, limit) => {
      const shares = shareEvenly(organizations, limit);
      const total = [...shares.values()].reduce((sum, count) => sum + count, 0);
      const totalWanted = [...organizations.values()].reduce((sum, count) => sum + Math.max(0, count), 0);
      expect(total).toBe(Math.min(limit, totalWanted));
      const least = Math.min(
        ...[...organizations].filter(([id, count]) => count > (shares.get(id) ?? 0)).map(([id]) => shares.get(id) ?? 0),
      );
      for (const [id, count] of shares) {
        expect(count).toBeLessThanOrEqual(organizations.get(id) ?? 0);
        expect(count).toBeLessThanOrEqual(least + 1);
      }
    }),
  );
});

test('organizations take turns', () => {
  const session = (organizationId: string, id: number) => ({ organizationId, pool: 'default', id });
  const turns = takeTurns([
    session('a', 1),
    session('a', 2),
    session('a', 3),
    session('b', 4),
    session('c', 5),
    session('c', 6),
  ]);
  expect(turns.map(({ id }) => id)).toEqual([1, 4, 5, 2, 6, 3]);
});
