import { spentMs } from './loops/spent-ms.ts';

/** The time for parsing the text on the idle machine for which the bounds of tests were set. */
const CALM_MS = 3;
const TRIES = 3;

/** Created on first use, because most processes do not need it. */
let text: string | undefined;

/**
 * Returns how many times as much CPU time a computation takes now as it did when the bounds of tests were set, at least
 * 1. Other processes on the same processor, or a slower processor, make each computation take longer. Measured CPU
 * times are divided by this factor before they are compared with a bound.
 */
export function machineSlowness(): number {
  text ??= `[${'{"name":"a","value":1.5},'.repeat(40_000)}0]`;
  let leastMs = Infinity;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = spentMs();
    JSON.parse(text);
    leastMs = Math.min(leastMs, spentMs() - before);
  }
  return Math.max(1, leastMs / CALM_MS);
}
