/** The first pause; a failure that was nobody's fault, such as a deadlock, delays an organization by no more. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 600_000;
/** A failure so long after the last pause begins anew: in between the organization was served, or had no work. */
const FORGET_AFTER_MS = 3_600_000;

/** Work of an organization that a loop leaves out. */
export interface SetAside {
  /** In a row. */
  failures: number;
  /** Until this time, on the clock of whoever asks; then the work is tried again. */
  untilMs: number;
}

/**
 * What follows when the work of an organization failed: each pause is twice as long as the one before it. A failure
 * during a pause is that of a process that had not heard of it, and changes nothing.
 * @param before null: it did not fail before, or was served since
 */
export function afterFailure(before: SetAside | null, nowMs: number): SetAside {
  if (before !== null && nowMs < before.untilMs) return before;
  const goesOn = before !== null && nowMs - before.untilMs < FORGET_AFTER_MS;
  const failures = goesOn ? before.failures + 1 : 1;
  // Beyond so many doublings the pause is the longest one.
  const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 30));
  return { failures, untilMs: nowMs + pauseMs };
}

/** The organizations in the order of their turns: those after the one that was served last come first. */
export function inTurn(organizationIds: readonly string[], servedLast: string | null): string[] {
  const ids = [...new Set(organizationIds)].sort();
  const next = servedLast === null ? 0 : ids.findIndex((id) => id > servedLast);
  return next <= 0 ? ids : [...ids.slice(next), ...ids.slice(0, next)];
}
