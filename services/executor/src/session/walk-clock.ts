import type { ClaimedSession } from '@workflow/session-store';

/** The longest time that `setTimeout` accepts. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * A clock in milliseconds since the epoch that follows PostgreSQL's clock, so that executors whose clocks differ agree
 * on what is due.
 */
export interface WalkClock {
  now(): number;
  /** Returns the milliseconds of a timer for this time. A timer for a distant time has to be set again. */
  timerMs(atMs: number): number;
  /** Called when a timer for this time fired. From then on the clock returns at least that time. */
  reach(atMs: number): void;
}

/** @param now the machine's clock, which is read when PostgreSQL has just returned its time with the claim */
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
