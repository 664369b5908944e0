import { expect, test } from '@jest/globals';
import { timeOrderedId } from './time-ordered-id.ts';

test('ids are versions 7 of now, differ, and sort in the order in which they were made', () => {
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, timeOrderedId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  const madeAtMs = Number.parseInt(ids[0]!.slice(0, 13).replace('-', ''), 16);
  expect(madeAtMs).toBeGreaterThanOrEqual(before);
  expect(madeAtMs).toBeLessThanOrEqual(Date.now());
});
