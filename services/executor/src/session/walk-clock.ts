import type { ClaimedSession } from '@workflow/session-store';

/** Milliseconds since the epoch by PostgreSQL's clock, so that executors whose clocks differ agree on what is due. */
export interface WalkClock {
  now(): number;
  /**
   * A timer for this time fired: from now on the clock shows at least that, whatever happened to the machine's clock.
   */
  reach(atMs: number): void;
}

/** @param now the machine's clock, read when PostgreSQL has just told its own with the claim */
export function createWalkClock({ claimedAt }: Pick<ClaimedSession, 'claimedAt'>, now: () => number): WalkClock {
  const offsetMs = claimedAt === undefined ? 0 : claimedAt.getTime() - now();
  let reachedMs = -Infinity;
  return {
    now: () => Math.max(now() + offsetMs, reachedMs),
    reach: (atMs) => {
      reachedMs = Math.max(reachedMs, atMs);
    },
  };
}
