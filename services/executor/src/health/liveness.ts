/** The state of an executor at one moment. Times are on `performance.now()`'s clock. */
export interface Observation {
  now: number;
  /** True when it could take a job: it has a free slot, is not paused and not draining. */
  couldTake: boolean;
  /** The number of jobs that wait in the queue, or null while the queue does not answer. */
  waiting: number | null;
  lastTakenAt: number | null;
  /** True when no session is active, and jobs are paused because of the memory. */
  starvedByMemory: boolean;
}

export interface Liveness {
  /**
   * The time since when it could have taken a waiting job and did not. It is null when it took jobs, or when no job
   * waited.
   */
  idleSince: number | null;
  state: 'ok' | 'not-ready' | 'dead';
}

export const NOT_READY_AFTER_MS = 30_000;
export const DEAD_AFTER_MS = 60_000;

/**
 * Judges from this observation and the last state whether the executor takes jobs. An outage of the queue or PostgreSQL
 * is not the fault of the executor, and a restart would not help, so it waits. An executor that takes no job although
 * jobs wait is stalled, whatever its connections report.
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
