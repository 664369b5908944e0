import type { ClaimedSession } from '@workflow/session-store';

/** The longest time that `setTimeout` takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds since the epoch by PostgreSQL's clock, so that executors whose clocks differ agree on what is due. */
export interface WalkClock {
  now(): number;
  /** Milliseconds of a timer for this time; a timer for a time far off has to be set again. */
  timerMs(atMs: number): number;
  /** Called when a timer for this time fired: from then on the clock shows at least that time. */
  reach(atMs: number): void;
}

/** @param now the machine's clock, read when PostgreSQL has just told its own with the claim */
export function createWalkClock({ claimedAt }: Pick<ClaimedSession, 'claimedAt'>, now: () => number): WalkClock {
  const offsetMs = claimedAt === undefined ? 0 : claimedAt.getTime() - now();
  let reachedMs = -Infinity;
  const clock: WalkClock = {
    now: () => Math.max(now() + offsetMs, reachedMs),
    timerMs: (atMs) => Math.min(Math.max(atMs - clock.now(), 0), MAX_TIMER_MS),
    reach: (atMs) => {
      reachedMs = Math.max(reachedMs, atMs);
    },
  };
  return clock;
}
