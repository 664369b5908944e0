/** The state of an executor at one moment. Times are on the clock of `performance.now()`. */
export interface Observation {
  now: number;
  /** True if it could process a job: PostgreSQL answers, it has a free slot, is not paused and not draining. */
  couldTake: boolean;
  /** The number of jobs in the queue, or null if the queue does not answer or refuses to give them out. */
  waiting: number | null;
  lastTakenAt: number | null;
  /** True if no session is active, and processing is paused because of the memory. */
  starvedByMemory: boolean;
}

export interface Liveness {
  /** Since when it could have processed a waiting job and did not; null if it did, or no job waited. */
  idleSince: number | null;
  state: 'ok' | 'not-ready' | 'dead';
}

export const NOT_READY_AFTER_MS = 30_000;
export const DEAD_AFTER_MS = 60_000;

/**
 * Decides from this observation and the last state whether the executor processes jobs. During an outage of the queue
 * or PostgreSQL it waits, because a restart would not help. An executor that processes no job although jobs wait is
 * stalled, whatever its connections report.
 */
export function assessLiveness(before: Liveness, seen: Observation): Liveness {
  const isStalled = seen.couldTake && (seen.waiting ?? 0) > 0;
  if (!isStalled && !seen.starvedByMemory) return { idleSince: null, state: 'ok' };
  const since = Math.max(before.idleSince ?? seen.now, seen.lastTakenAt ?? 0);
  const idleMs = seen.now - since;
  return {
    idleSince: since,
    state: idleMs >= DEAD_AFTER_MS ? 'dead' : idleMs >= NOT_READY_AFTER_MS ? 'not-ready' : 'ok',
  };
}

export const ALIVE: Liveness = { idleSince: null, state: 'ok' };
