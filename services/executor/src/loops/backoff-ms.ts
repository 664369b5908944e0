/** Bounds the exponent, so that the number remains finite however long an outage lasts. */
const MAX_DOUBLINGS = 1_000;

/**
 * Returns a pause that doubles from `baseMs` to `maxMs` with every consecutive failure. Up to half of it is subtracted,
 * so that executors do not all try again at the same time.
 * @param random uniform in [0, 1)
 */
export function backoffMs(failures: number, baseMs: number, maxMs: number, random: number): number {
  const full = Math.min(maxMs, baseMs * 2 ** Math.min(Math.max(0, failures - 1), MAX_DOUBLINGS));
  return Math.round(full / 2 + (full / 2) * random);
}
