import type { ClaimedSession } from '@workflow/session-store';

/** Milliseconds since the epoch by PostgreSQL's clock, so that executors whose clocks differ agree on what is due. */
export interface WalkClock {
  now(): number;
  /** A timer for this time fired: from now on it is not earlier, whatever became of the machine's clock meanwhile. */
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
