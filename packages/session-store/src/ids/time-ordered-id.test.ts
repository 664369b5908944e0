import { afterEach, expect, jest, test } from '@jest/globals';
import { timeOrderedId } from './time-ordered-id.ts';

afterEach(() => void jest.restoreAllMocks());

test('ids are versions 7 of now, differ, and sort in the order in which they were made', () => {
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, timeOrderedId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(madeAt(ids[0]!)).toBeGreaterThanOrEqual(before);
  expect(madeAt(ids[0]!)).toBeLessThanOrEqual(Date.now());
});

test('ids keep their order over a clock that is set back by seconds, and follow one that was an hour ahead', () => {
  const clock = jest.spyOn(Date, 'now');
  const start = new Date(2026, 10, 1).getTime();
  const madeWhen = (ms: number): string => {
    clock.mockReturnValue(ms);
    return timeOrderedId();
  };
  const ids = [start, start - 9_000, start - 5_000, start + 1].map(madeWhen);
  expect(ids.toSorted()).toEqual(ids);
  expect(madeAt(madeWhen(start + 3_600_000))).toBe(start + 3_600_000);
  expect(madeAt(madeWhen(start + 2))).toBe(start + 2);
});

/** Returns the time at the beginning of an id, in milliseconds since 1970. */
function madeAt(id: string): number {
  return Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
}
