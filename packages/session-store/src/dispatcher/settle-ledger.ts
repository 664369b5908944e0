import type { Database, Statement } from '../database.ts';
import { BACKLOGGED_ORGANIZATIONS, IN_FLIGHT } from './backlog-sql.ts';
import type { OrganizationLoad } from './window-policy.ts';

/**
 * Takes out of the ledger what is terminal, WAITING or back in the backlog, and counts what is left. Each end is
 * seen here once, which makes the console's figures cheap: no count over sessions, no row that all ends contend for.
 */
const SETTLE: Statement = {
  name: 'settle_ledger',
  text: `WITH RECURSIVE ${BACKLOGGED_ORGANIZATIONS}, entries AS MATERIALIZED (
      SELECT d.id AS dispatch_id, u.session_id, s.organization_id, s.status, s.finished_at, coalesce(s.in_flight, false) AS in_flight
      FROM dispatches d CROSS JOIN LATERAL unnest(d.session_ids) AS u(session_id)
      LEFT JOIN LATERAL (SELECT s.organization_id, s.status, s.finished_at, ${IN_FLIGHT} AS in_flight FROM sessions s WHERE s.id = u.session_id OFFSET 0) s ON true
    ), settled AS MATERIALIZED (
      SELECT dispatch_id, array_agg(session_id) FILTER (WHERE in_flight) AS left_over
      FROM entries GROUP BY dispatch_id HAVING NOT bool_and(in_flight)
    ), emptied AS (
      DELETE FROM dispatches WHERE id = ANY (ARRAY(SELECT dispatch_id FROM settled WHERE left_over IS NULL))
    ), shrunk AS (
      UPDATE dispatches d SET session_ids = t.left_over FROM settled t WHERE d.id = t.dispatch_id AND t.left_over IS NOT NULL
    ), counted AS (
      INSERT INTO session_counts AS c (organization_id, minute, succeeded, failed, cancelled)
      SELECT organization_id, date_trunc('minute', finished_at), count(*) FILTER (WHERE status = 'SUCCEEDED'),
        count(*) FILTER (WHERE status = 'FAILED'), count(*) FILTER (WHERE status = 'CANCELLED')
      FROM entries WHERE NOT in_flight AND status IN ('SUCCEEDED', 'FAILED', 'CANCELLED') GROUP BY 1, 2
      ON CONFLICT (organization_id, minute) DO UPDATE SET
        succeeded = c.succeeded + excluded.succeeded, failed = c.failed + excluded.failed, cancelled = c.cancelled + excluded.cancelled
    )
    SELECT organization_id AS "organizationId", sum(in_flight)::int AS "inFlight", sum(drained)::int AS drained,
      bool_or(backlogged) AS backlogged,
      (SELECT coalesce(sum(concurrency), 0)::int FROM executors
        WHERE NOT draining AND heartbeat_at > clock_timestamp() - $1 * interval '1 millisecond') AS slots
    FROM (
      SELECT organization_id, in_flight::int AS in_flight, (NOT in_flight)::int AS drained, false AS backlogged FROM entries
      UNION ALL SELECT organization_id, 0, 0, true FROM backlogged
    ) l WHERE organization_id IS NOT NULL GROUP BY organization_id`,
};

/** @returns the load of each organization that has any, and the slots of all living executors. */
export async function settleLedger(database: Database, executorDeadAfterMs: number): Promise<{ loads: OrganizationLoad[]; slots: number }> {
  const rows = await database.query<OrganizationLoad & { slots: number }>(SETTLE, [executorDeadAfterMs]);
  return { loads: rows, slots: rows[0]?.slots ?? 0 };
}
