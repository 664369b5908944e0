import { expect, test } from '@jest/globals';
import { timeOrderedId } from './time-ordered-id.ts';

test('ids are versions 7 of now, differ, and sort in the order in which they were made', () => {
  // A test before this one may have set the clock ahead.
  const earliest = madeAt(timeOrderedId());
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, timeOrderedId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(madeAt(ids[0]!)).toBeGreaterThanOrEqual(before);
  expect(madeAt(ids[0]!)).toBeLessThanOrEqual(Math.max(earliest, Date.now()));
});

/** Milliseconds since 1970 that an id begins with. */
function madeAt(id: string): number {
  return Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
}
