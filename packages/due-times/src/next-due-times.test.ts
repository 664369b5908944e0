import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextDueTimes } from './next-due-times.ts';

function next(cron: string, timeZone: string, after: string, count = 1): string[] {
  return nextDueTimes({ cron, timeZone }, Date.parse(after), count).map((ms) => new Date(ms).toISOString());
}

/** Each row is a night in which clocks change: the time zone, the pattern, a moment before, and the due times. */
describe.each([
  ['Europe/Berlin', '30 2 * * *', '2026-03-28T12:00Z', ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z']],
  ['Europe/Berlin', '30 2 * * *', '2026-10-24T12:00Z', ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']],
  ['Europe/Berlin', '30 2,14 * * *', '2026-03-28T20:00Z', ['2026-03-29T01:00:00.000Z', '2026-03-29T12:30:00.000Z']],
  ['Europe/Berlin', '30 2,14 * * *', '2026-10-24T20:00Z', ['2026-10-25T00:30:00.000Z', '2026-10-25T13:30:00.000Z']],
  ['America/New_York', '30 2 * * *', '2026-03-07T12:00Z', ['2026-03-08T07:00:00.000Z', '2026-03-09T06:30:00.000Z']],
  ['America/New_York', '30 1 * * *', '2026-10-31T12:00Z', ['2026-11-01T05:30:00.000Z', '2026-11-02T06:30:00.000Z']],
  // Midnight does not exist on these days in Cairo and Beirut.
  ['Africa/Cairo', '0 0 * * *', '2026-04-23T12:00Z', ['2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z']],
  ['Asia/Beirut', '0 0 * * *', '2026-03-28T12:00Z', ['2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z']],
  // On these days midnight exists twice, or is skipped.
  ['America/Santiago', '30 23 * * *', '2026-04-04T12:00Z', ['2026-04-05T02:30:00.000Z', '2026-04-06T03:30:00.000Z']],
  ['America/Santiago', '0 0 * * *', '2026-09-05T12:00Z', ['2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z']],
  // Clocks move by half an hour.
  ['Australia/Lord_Howe', '15 2 * * *', '2026-10-03T00:00Z', ['2026-10-03T15:30:00.000Z', '2026-10-04T15:15:00.000Z']],
  ['Australia/Lord_Howe', '45 1 * * *', '2026-04-04T00:00Z', ['2026-04-04T14:45:00.000Z', '2026-04-05T15:15:00.000Z']],
])('%s, %s after %s', (timeZone, cron, after, expected) => {
  test('fires once: at the end of the hour that is skipped, at the first of the hour that occurs twice', () => {
    expect(next(cron, timeZone, after, 2)).toEqual(expected);
  });
});

test.each([
  // The pattern follows real time: each quarter of the repeated hour, and none of the skipped one.
  ['*/15 * * * *', '2026-10-25T00:50Z', '2026-10-25T01:00:00.000Z'],
  ['*/30 2 * * *', '2026-10-25T00:45Z', '2026-10-25T01:00:00.000Z'],
  ['0 * * * *', '2026-03-29T00:30Z', '2026-03-29T01:00:00.000Z'],
])('%s follows real time where it has a wildcard', (cron, after, expected) => {
  expect(next(cron, 'Europe/Berlin', after)).toEqual([expected]);
});

const zones = ['UTC', 'Europe/Berlin', 'Africa/Cairo', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const some = (max: number) =>
  fc.oneof(
    fc.constant('*'),
    fc.nat(max).map(String),
    fc.uniqueArray(fc.nat(max), { minLength: 2, maxLength: 3 }).map((list) => list.join(',')),
    fc.integer({ min: 1, max: 7 }).map((step) => `*/${step}`),
  );
const cron = fc.tuple(some(59), some(23), fc.constant('*'), fc.constant('*'), some(6)).map((parts) => parts.join(' '));
const time = fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2030-01-01') });

test('due times are after the moment and in order, from whichever of them the search begins', () => {
  fc.assert(
    fc.property(cron, fc.constantFrom(...zones), time, (pattern, timeZone, afterMs) => {
      const rule = { cron: pattern, timeZone };
      const times = nextDueTimes(rule, afterMs, 6);
      expect(times).toHaveLength(6);
      let before = afterMs;
      for (const dueMs of times) {
        expect(dueMs).toBeGreaterThan(before);
        // The next due time is the same from every moment in between.
        expect(nextDueTimes(rule, before, 1)).toEqual([dueMs]);
        expect(nextDueTimes(rule, dueMs - 1, 1)).toEqual([dueMs]);
        before = dueMs;
      }
    }),
    { numRuns: 60 },
  );
});

test('every so many seconds are whole multiples since 1970', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 100_000 }), time, (everySeconds, afterMs) => {
      const [first = 0, second = 0] = nextDueTimes({ everySeconds }, afterMs, 2);
      expect(first % (everySeconds * 1_000)).toBe(0);
      expect(first - afterMs).toBeGreaterThan(0);
      expect(first - afterMs).toBeLessThanOrEqual(everySeconds * 1_000);
      expect(second - first).toBe(everySeconds * 1_000);
    }),
  );
});
