import { isBeingCancelled } from '../queued/being-cancelled.ts';
import { startsPaused } from '../queued/starts-paused.ts';
import { isExpired } from '../queued/expiry.ts';
import { isEnqueued } from '../queued/queued-states.ts';

/**
 * Returns SQL: the session `s` has not changed since the job of `i` enqueued it for the first time, so that the claim
 * may be written after the run. Claim number 0 and QUEUED mean that nobody claimed it. It was enqueued, so a batch
 * contains it, and the dispatcher can rescue it. Paused, expired and cancelled sessions are not claimed, even if they
 * have run. A session with a parent is never claimed in this way, because the end of the parent would have to be
 * checked.
 */
export function isUnclaimed(): string {
  return `(s.claim_number = 0 AND s.status = 'QUEUED' AND s.enqueue_number = i.enqueue_number
      AND ${isEnqueued('s')} AND s.parent_id IS NULL
      AND (s.expires_at IS NULL OR NOT ${isExpired()}) AND NOT ${startsPaused()}
      AND NOT ${isBeingCancelled()})`;
}

/**
 * SQL of the columns that a deferred claim writes in addition to the status. The session started when its executor
 * began to run it, `ran_ms` ago.
 */
export const DEFERRED_CLAIM = `claim_number = 1,
      executor_id = i.executor_id,
      started_at = coalesce(s.started_at,
        greatest(s.enqueued_at, clock_timestamp() - i.ran_ms * interval '1 millisecond'))`;

/** SQL for RETURNING: the time that the session waited in the queue, in milliseconds. */
export const QUEUED_MS = `greatest(0, extract(epoch FROM s.started_at - s.enqueued_at) * 1000)::float8 AS queued_ms`;
