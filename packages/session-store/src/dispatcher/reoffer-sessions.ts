import type { DispatchedSession } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { IN_FLIGHT } from './backlog-sql.ts';

/**
 * Sessions that wait in the queue for long are offered again under the same job id, which the queue leaves
 * alone while it knows it. Those that run on a dead executor get a new id, for their job may still be known;
 * and again only after the executor's grace, so that one death makes one new job.
 */
const REOFFER: Statement = {
  name: 'reoffer',
  text: `WITH entries AS MATERIALIZED (
      SELECT d.id AS dispatch_id, d.offered_at <= clock_timestamp() - $1 * interval '1 millisecond' AS stale, s.*
      FROM dispatches d CROSS JOIN LATERAL unnest(d.session_ids) AS u(session_id)
      CROSS JOIN LATERAL (
        SELECT s.id, s.organization_id, s.dispatch, s.status, s.executor_id, s.enqueued_at FROM sessions s
        WHERE s.id = u.session_id AND ${IN_FLIGHT} OFFSET 0) s
    ), offered AS (
      UPDATE dispatches SET offered_at = clock_timestamp()
      WHERE id = ANY (ARRAY(SELECT dispatch_id FROM entries WHERE stale AND status <> 'RUNNING'))
    ), orphans AS (
      UPDATE sessions s SET dispatch = s.dispatch + 1, enqueued_at = clock_timestamp()
      WHERE s.id = ANY (ARRAY(
          SELECT e.id FROM entries e
          WHERE e.status = 'RUNNING' AND e.enqueued_at <= clock_timestamp() - $2 * interval '1 millisecond'
            AND NOT EXISTS (SELECT FROM executors x
              WHERE x.id = e.executor_id AND x.heartbeat_at > clock_timestamp() - $2 * interval '1 millisecond')))
        AND s.status = 'RUNNING'
      RETURNING s.id, s.organization_id, s.dispatch
    )
    SELECT id AS "sessionId", organization_id AS "organizationId", dispatch FROM entries WHERE stale AND status <> 'RUNNING'
    UNION SELECT * FROM orphans`,
};

/** What the queue may have lost, and what dead executors hold: jobs to add. */
export function reofferSessions(database: Database, olderThanMs: number, executorDeadAfterMs: number): Promise<DispatchedSession[]> {
  return database.query<DispatchedSession>(REOFFER, [olderThanMs, executorDeadAfterMs]);
}
