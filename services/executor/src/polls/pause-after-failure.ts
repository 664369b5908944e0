/** How the pauses grow while the other side fails. */
export interface PollBackoff {
  /** By which each pause is longer than the one before; 1: they stay the same. */
  factor: number;
  /** No pause grows beyond it. */
  maxMs: number;
}

/**
 * Milliseconds until the next poll after one that failed. The first pause is the usual one, so that a single failure
 * costs nothing; none is shorter than that.
 * @param failures polls that failed one after another, with this one
 * @param askedMs how long the other side asked to be left alone
 */
export function pauseAfterFailureMs(
  everyMs: number,
  failures: number,
  { factor, maxMs }: PollBackoff,
  askedMs = 0,
): number {
  const grownMs = Math.min(maxMs, everyMs * factor ** Math.max(0, failures - 1));
  return Math.max(everyMs, grownMs, askedMs);
}
