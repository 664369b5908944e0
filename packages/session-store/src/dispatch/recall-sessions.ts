import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { isEnqueued, MOVE_TO_BACKLOG } from '../rows/queued-states.ts';

/**
 * Recalls sessions that are in the queue and have not started. Their job finds nothing to claim, and feeding them makes
 * another job.
 */
const RECALL: Statement = {
  name: 'recall_to_backlog',
  text: `WITH queued AS MATERIALIZED (
      SELECT s.id FROM enqueued_batches d CROSS JOIN LATERAL unnest(d.session_ids) AS u(session_id)
      CROSS JOIN LATERAL (
        SELECT s.id FROM sessions s WHERE s.id = u.session_id AND s.organization_id = ANY ($1::uuid[])
          AND s.status = 'QUEUED' AND ${isEnqueued('s')}
        OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED) s
    )
    UPDATE sessions SET ${MOVE_TO_BACKLOG} WHERE id = ANY (ARRAY(SELECT id FROM queued))
    RETURNING organization_id AS "organizationId"`,
};

/**
 * Moves the sessions of organizations that wait in the queue back to the backlog, so that they are fed in order of
 * precedence. @returns their number by organization
 */
export async function recallSessions(sql: Sql, organizationIds: string[]): Promise<Map<string, number>> {
  const recalled = new Map<string, number>();
  if (organizationIds.length === 0) return recalled;
  for (const { organizationId } of await sql.query<{ organizationId: string }>(RECALL, [plainArray(organizationIds)]))
    recalled.set(organizationId, (recalled.get(organizationId) ?? 0) + 1);
  return recalled;
}
