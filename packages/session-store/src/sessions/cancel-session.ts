import type { SessionStatus } from '@workflow/workflow-model';
import type { CancelOutcome } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { wakeParents } from '../running/wake-parents.ts';
import { plainArray } from '../sql-arrays.ts';
import { sessionColumns, toSessionView } from './session-view.ts';
import type { SessionRow } from './session-view.ts';

/** Raising `attempt` is what stops the executor: none of its writes gets through from here on. */
const CANCELLED = `status = 'CANCELLED', attempt = s.attempt + 1, finished_at = clock_timestamp(),
  due_at = NULL, waiting_since = NULL, enqueued_at = coalesce(s.enqueued_at, clock_timestamp())`;
const UNDER_WAY = `s.status IN ('QUEUED', 'RUNNING', 'WAITING')`;

const CANCEL: Statement = {
  name: 'cancel_session',
  text: `WITH cancelled AS (
      UPDATE sessions s SET ${CANCELLED} WHERE s.id = $1 AND s.organization_id = $2 AND ${UNDER_WAY}
      RETURNING ${sessionColumns('s')}, s.parent_id
    ), woken AS (${wakeParents('cancelled')})
    SELECT * FROM cancelled`,
};

const CANCEL_CHILDREN: Statement = {
  name: 'cancel_children',
  text: `UPDATE sessions s SET ${CANCELLED} WHERE s.parent_id = ANY ($1::uuid[]) AND ${UNDER_WAY} RETURNING s.id`,
};

const CANCEL_STEPS: Statement = {
  name: 'cancel_steps',
  text: `UPDATE steps SET status = 'CANCELLED', finished_at = clock_timestamp()
    WHERE session_id = ANY ($1::uuid[]) AND status IN ('RUNNING', 'WAITING')`,
};

const READ_STATUS: Statement = {
  name: 'read_session_status',
  text: 'SELECT status FROM sessions WHERE id = $1 AND organization_id = $2',
};

/**
 * Cancels a session and, generation by generation, the children under way below it. Each generation is read
 * after its parents were cancelled, so a child that was being made meanwhile is either seen here or, its
 * parent's fence being lost, not made.
 */
export function cancelSession(database: Database, organizationId: string, sessionId: string): Promise<CancelOutcome> {
  return database.transaction(async (query) => {
    const [row] = await query<SessionRow & { parent_id: string | null }>(CANCEL, [sessionId, organizationId]);
    if (row === undefined) {
      const [known] = await query<{ status: SessionStatus }>(READ_STATUS, [sessionId, organizationId]);
      return known === undefined ? { kind: 'not-found' } : { kind: 'terminal', status: known.status };
    }
    const cancelled = [sessionId];
    for (let generation = [sessionId]; generation.length > 0;) {
      generation = (await query<{ id: string }>(CANCEL_CHILDREN, [plainArray(generation)])).map((child) => child.id);
      cancelled.push(...generation);
    }
    await query(CANCEL_STEPS, [plainArray(cancelled)]);
    const { parent_id: _, ...session } = row;
    return { kind: 'cancelled', session: toSessionView(session) };
  });
}
