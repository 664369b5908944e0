/** How the pauses grow while the server fails. */
export interface PollBackoff {
  /** The factor between two pauses. With 1 they do not grow. */
  factor: number;
  /** The longest pause. */
  maxMs: number;
}

/**
 * Returns the milliseconds until the next poll after a failed one. The first pause is the usual one, so that a single
 * failure costs nothing. No pause is shorter than that.
 * @param failures failed polls in a row, including this one
 * @param askedMs the pause that the server asked for
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
