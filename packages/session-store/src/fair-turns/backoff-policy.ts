/** The first pause, and the longest one for failures that no organization caused, such as a deadlock. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 600_000;
/** A failure this long after the last pause starts with the first pause again. */
const FORGET_AFTER_MS = 3_600_000;

/** A loop skips an organization for a time because its work failed. */
export interface Backoff {
  /** The number of consecutive failures. */
  failures: number;
  /** The time of the next attempt, by the clock of the caller. */
  untilMs: number;
}

/**
 * Returns the state after a failure: each pause is twice as long as the previous one. A failure during a pause changes
 * nothing: it was reported by a process that did not know of the pause.
 * @param before null if it did not fail before, or was served since
 */
export function afterFailure(before: Backoff | null, nowMs: number): Backoff {
  if (before !== null && nowMs < before.untilMs) return before;
  const goesOn = before !== null && nowMs - before.untilMs < FORGET_AFTER_MS;
  const failures = goesOn ? before.failures + 1 : 1;
  // After this many doublings the pause has its maximum.
  const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 30));
  return { failures, untilMs: nowMs + pauseMs };
}

/** Returns the organizations in the order of their turns, beginning after the one that was served last. */
export function inTurn(organizationIds: readonly string[], servedLast: string | null): string[] {
  const ids = [...new Set(organizationIds)].sort();
  const next = servedLast === null ? 0 : ids.findIndex((id) => id > servedLast);
  return next <= 0 ? ids : [...ids.slice(next), ...ids.slice(0, next)];
}
