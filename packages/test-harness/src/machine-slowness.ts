import { spentMs } from './loops/spent-ms.ts';

/** What parsing the text took where the bounds of the tests were set, with nothing else on the machine. */
const CALM_MS = 3;
const TRIES = 3;

/** Made when it is first needed: most processes never ask. */
let text: string | undefined;

/**
 * How many times as much CPU the same work takes on this machine now as it did where the bounds were set, and at least
 * 1. What runs beside a test on the same processor, and a slower processor, make each computation dearer; a bound on
 * CPU time means the work, so what is measured beside it is divided by this.
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
