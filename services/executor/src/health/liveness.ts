/** The state of an executor at one moment. Times on `performance.now()`'s clock. */
export interface Observation {
  now: number;
  /** It could take a job: a free slot, not paused, not draining. */
  couldTake: boolean;
  /** Jobs that wait in the queue; null while the queue does not answer. */
  waiting: number | null;
  lastTakenAt: number | null;
  /** Nothing is in hand, and jobs are paused because of the memory. */
  starvedByMemory: boolean;
}

export interface Liveness {
  /** Since when it could have taken a waiting job and did not; null: it took jobs, or there was nothing to take. */
  idleSince: number | null;
  state: 'ok' | 'not-ready' | 'dead';
}

export const NOT_READY_AFTER_MS = 30_000;
export const DEAD_AFTER_MS = 60_000;

/**
 * Whether the executor takes jobs, judged by this observation and the last state. An outage of the queue or PostgreSQL
 * is no fault of the executor: a restart would not help, so it waits. An executor that takes no job although jobs wait
 * is stalled, whatever its connections report.
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
