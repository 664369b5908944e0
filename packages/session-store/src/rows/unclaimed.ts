import { startsPaused } from './starts-paused.ts';
import { isEnqueued } from './queued-states.ts';

/**
 * SQL: whether the session `s` is as it was enqueued for the first time by the job of `i`, so that a claim which comes
 * after the run may be written. Claim number 0 and QUEUED: nobody had it. In the queue's window: a batch names it, so
 * that it is rescued from then on. A session that is paused does not start, though it has run. Jobs of children carry
 * no start, so what has a parent, whose end would have to be looked for, is never claimed so.
 */
export function isUnclaimed(): string {
  return `(s.claim_number = 0 AND s.status = 'QUEUED' AND s.enqueue_number = i.enqueue_number
      AND ${isEnqueued('s')} AND s.parent_id IS NULL AND NOT ${startsPaused()})`;
}

/** SQL of what a claim writes beside the status. The session started when its executor took it, `ran_ms` ago. */
export const LATE_CLAIM = `claim_number = 1,
      executor_id = i.executor_id,
      started_at = coalesce(s.started_at,
        greatest(s.enqueued_at, clock_timestamp() - i.ran_ms * interval '1 millisecond'))`;

/** SQL for RETURNING: how long the session waited in the queue, in milliseconds. */
export const QUEUED_MS = `greatest(0, extract(epoch FROM s.started_at - s.enqueued_at) * 1000)::float8 AS queued_ms`;
