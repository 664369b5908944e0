/** How the pauses grow while the server fails. */
export interface PollBackoff {
  /** The factor between two pauses; 1 for constant pauses. */
  factor: number;
  /** The longest pause. */
  maxMs: number;
}

/**
 * Returns the milliseconds until the next poll after a failed one. The first pause is the usual interval, so that a
 * single failure costs nothing, and no pause is shorter.
 * @param failures consecutive failed polls, including this one
 * @param askedMs the pause that the server requests
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
