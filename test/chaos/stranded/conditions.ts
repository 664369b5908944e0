/*
 * SQL conditions on a row `t` that no loop of the services would ever touch again. Each is written from the statements
 * that look for work: if none of them can find the row, it is stranded.
 */

export const ENDED = `('SUCCEEDED', 'FAILED', 'CANCELLED')`;

/** SQL: the session was deleted, and the loop that deletes the rest of deleted sessions will not find the row. */
export function isOrphan(column: string): string {
  return `NOT EXISTS (SELECT FROM sessions s WHERE s.id = t.${column})
    AND NOT EXISTS (SELECT FROM deleted_sessions d WHERE d.session_id = t.${column})`;
}

/** SQL: the session ended, or it does not exist. */
export function isOfEnded(column: string): string {
  return `NOT EXISTS (SELECT FROM sessions s WHERE s.id = t.${column} AND s.status NOT IN ${ENDED})
    AND NOT EXISTS (SELECT FROM deleted_sessions d WHERE d.session_id = t.${column})`;
}

/** SQL: the dispatcher rescues only sessions that an enqueued batch names. */
export const IS_IN_NO_BATCH = 't.id NOT IN (SELECT unnest(session_ids) FROM enqueued_batches)';

/** SQL: neither the workflow nor the organization is paused. A resume wakes what a pause holds. */
export const IS_NOT_PAUSED = `NOT EXISTS (SELECT FROM workflows w JOIN organizations o ON o.id = w.organization_id
    WHERE w.id = t.workflow_id AND (w.paused_at IS NOT NULL OR o.paused_at IS NOT NULL))`;

/** SQL: nothing is published, so the trigger must not start anything, and its data should have been deleted. */
export const IS_NOT_PUBLISHED = `NOT EXISTS (SELECT FROM workflows w
    WHERE w.id = t.workflow_id AND w.published_version IS NOT NULL)`;

/** SQL: no change of the key waits for the dispatcher. */
export function hasNoWake(key: 'concurrency_key' | 'order_key'): string {
  return `NOT EXISTS (SELECT FROM flow_wakes w WHERE w.workflow_id = t.workflow_id AND w.${key} = t.${key})`;
}

/** SQL: no other session of the key will wake it by its end, or by its own progress. */
export function hasNoOther(key: 'concurrency_key' | 'order_key', condition: string): string {
  return `NOT EXISTS (SELECT FROM flow_entries o WHERE o.workflow_id = t.workflow_id AND o.${key} = t.${key}
      AND o.session_id <> t.session_id AND ${condition})`;
}
