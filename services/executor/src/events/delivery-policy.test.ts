import { expect, test } from '@jest/globals';
import { nextAttemptAt } from './delivery-policy.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Returns the times of all attempts of a delivery that always fails, in milliseconds after the first one. */
function timesOfAttempts(random: number): number[] {
  const at = [0];
  for (let next = nextAttemptAt(1, 0, 0, random); next !== null; next = nextAttemptAt(at.length, 0, at.at(-1)!, random))
    at.push(next.getTime());
  return at;
}

test.each([0, 0.5, 0.999])('a delivery is tried for three days with growing pauses (random %p)', (random) => {
  const at = timesOfAttempts(random);
  expect(at[1]).toBeLessThan(10_000);
  expect(at.at(-1)).toBe(3 * DAY_MS);
  expect(at.length).toBeLessThan(30);
  const pauses = at.slice(1, 10).map((time, index) => time - at[index]!);
  expect([...pauses].sort((a, b) => a - b)).toEqual(pauses);
});
