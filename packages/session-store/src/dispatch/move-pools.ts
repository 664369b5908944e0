import type { Sql } from '../postgres/sql.ts';
import { scoped, type Scope } from '../postgres/scoped.ts';
import { isInBacklogByPrecedence, moveToBacklog } from '../queued/queued-states.ts';
import { poolOf } from '../queued/session-pool.ts';
import { IN_FLIGHT } from './backlog-sql.ts';

/** Maximum number of workflows and sessions that one round moves. */
const MAX_WORKFLOWS = 100;
const MAX_MOVED = 2_000;
/**
 * The time after which no replica accepts sessions for the earlier pool: caches are valid for 1 s, and timeouts end
 * statements and transactions that started before.
 */
const STALE_FOR = "interval '20 seconds'";

/**
 * Moves the sessions of workflows whose pool may have changed: those in the backlog, and those in the queue that no
 * executor claimed. A workflow is examined until none remains, and once more after STALE_FOR. The statement reads one
 * index entry for each pool, priority and workflow of the backlog, because each workflow may name another pool.
 */
const MOVE = scoped()(
  'move_pools',
  (isServed) => `WITH RECURSIVE due AS MATERIALIZED (
      SELECT workflow_id, organization_id, created_at FROM pool_moves
      WHERE due_at <= statement_timestamp()${isServed('organization_id')} ORDER BY due_at LIMIT ${MAX_WORKFLOWS}
    ), kinds AS (
      SELECT o.organization_id, k.* FROM (SELECT DISTINCT organization_id FROM due) o CROSS JOIN LATERAL (
        SELECT s.pool, s.priority, s.workflow_id FROM sessions s
        WHERE s.organization_id = o.organization_id AND ${isInBacklogByPrecedence('s')}
        ORDER BY s.pool, s.priority, s.workflow_id LIMIT 1) k
      UNION ALL
      SELECT b.organization_id, k.* FROM kinds b CROSS JOIN LATERAL (
        SELECT s.pool, s.priority, s.workflow_id FROM sessions s
        WHERE s.organization_id = b.organization_id AND ${isInBacklogByPrecedence('s')}
          AND (s.pool, s.priority, s.workflow_id) > (b.pool, b.priority, b.workflow_id)
        ORDER BY s.pool, s.priority, s.workflow_id LIMIT 1) k
    ), waiting AS MATERIALIZED (
      SELECT c.id FROM due d JOIN kinds k ON k.workflow_id = d.workflow_id AND k.organization_id = d.organization_id
      CROSS JOIN LATERAL (
        SELECT s.id FROM sessions s WHERE s.organization_id = k.organization_id AND s.pool = k.pool
          AND s.priority = k.priority AND s.workflow_id = k.workflow_id AND ${isInBacklogByPrecedence('s')}
          AND s.pool <> ${poolOf('s')}
        LIMIT ${MAX_MOVED} FOR NO KEY UPDATE SKIP LOCKED) c
      LIMIT ${MAX_MOVED}
    ), enqueued AS MATERIALIZED (
      SELECT s.id FROM enqueued_batches b CROSS JOIN LATERAL unnest(b.session_ids) AS u(session_id)
      CROSS JOIN LATERAL (
        SELECT s.id FROM sessions s WHERE s.id = u.session_id
          AND s.workflow_id = ANY (ARRAY(SELECT workflow_id FROM due)) AND ${IN_FLIGHT}
          AND s.status <> 'RUNNING' AND s.pool <> ${poolOf('s')}
        OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED) s
      WHERE EXISTS (SELECT FROM due)
    ), moved AS (
      UPDATE sessions s SET ${moveToBacklog('s')}
      WHERE s.id = ANY (ARRAY(SELECT id FROM waiting UNION SELECT id FROM enqueued))
      RETURNING s.workflow_id
    ), finished AS MATERIALIZED (
      SELECT d.* FROM due d WHERE d.workflow_id NOT IN (SELECT workflow_id FROM moved)
    ), postponed AS (
      UPDATE pool_moves m SET due_at = m.created_at + ${STALE_FOR} FROM finished f
      WHERE m.workflow_id = f.workflow_id AND m.created_at = f.created_at
        AND m.created_at > statement_timestamp() - ${STALE_FOR}
    ), removed AS (
      DELETE FROM pool_moves m USING finished f
      WHERE m.workflow_id = f.workflow_id AND m.created_at = f.created_at
        AND m.created_at <= statement_timestamp() - ${STALE_FOR}
    )
    SELECT count(*)::int AS moved FROM moved`,
  { moved: 'int4' },
);

/** Moves waiting sessions to the pools of their workflows. @returns their number */
export async function movePools(sql: Sql, scope: Scope): Promise<number> {
  const [row] = await sql.query(...MOVE.with(scope, {}));
  return row?.moved ?? 0;
}
