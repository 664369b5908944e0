import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';

/** SQL of the session that the schedule `s` started last, in its column `id`, while it runs. */
export const LAST_STARTED = `(SELECT l.id FROM (
      SELECT d.session_id FROM due_times d
      WHERE d.workflow_id = s.workflow_id AND d.component_id = s.component_id AND d.status = 'STARTED'
      ORDER BY d.due_at DESC LIMIT 1
    ) started JOIN sessions l ON l.id = started.session_id
    WHERE l.status NOT IN ('SUCCEEDED', 'FAILED', 'CANCELLED'))`;

const TRY_LOCK = statement<{ lock: number }>()('lock_schedules', 'SELECT pg_try_advisory_xact_lock($lock) AS locked', {
  locked: 'bool',
});

/**
 * Locks the schedules, because two executors may both consider themselves the dispatcher. Returns false if another
 * executor holds the lock.
 */
export async function lockSchedules(query: Query): Promise<boolean> {
  const [row] = await query(...TRY_LOCK.with({ lock: ADVISORY_LOCKS.decideDueTimes }));
  return row?.locked === true;
}
