import { countEndsOf } from '../ends/count-ends.ts';
import type { LaneLoad } from './admission-policy.ts';
import { backloggedLanes, IN_FLIGHT, KIND, NORMAL } from './backlog-sql.ts';
import { textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Sql } from '../postgres/sql.ts';
import { scoped, type Scope } from '../postgres/scoped.ts';

/**
 * Counts the sessions of the enqueued batches that are in flight, by lane, and removes the others: those that are
 * terminal, WAITING or back in the backlog. A session leaves its batch once, so this also counts each end once, for the
 * figures of the console, without a row that all ends contend for. A cancel or a retry removes its session from the
 * batches itself, and counts the end that it found (`leaveBatches`). A batch that another transaction changes or locks
 * stays unchanged until the next round, because this statement may have read an old state of its sessions.
 */
const RECONCILE = scoped<{ pools: SqlArray }, LaneLoad>()(
  'reconcile_batches',
  (isServed) => {
    // Sessions of other organizations remain in their batches, because a batch may contain sessions of several.
    const served = `coalesce(true${isServed('s.organization_id')}, true)`;
    return `WITH RECURSIVE ${backloggedLanes('$pools')}, entries AS MATERIALIZED (
      SELECT d.id AS batch_id, u.session_id, s.organization_id, s.pool, s.mode, s.status, s.finished_at,
        coalesce(s.in_flight, false) AS in_flight,
        coalesce(s.in_flight, false) OR NOT ${served} AS stays, ${served} AS served, s.kind, s.ranked
      FROM enqueued_batches d LEFT JOIN LATERAL unnest(d.session_ids) AS u(session_id) ON true
      LEFT JOIN LATERAL (SELECT s.organization_id, s.pool, s.mode, s.status, s.finished_at, ${IN_FLIGHT} AS in_flight,
          CASE WHEN s.status <> 'RUNNING' THEN ${KIND} END AS kind, s.priority <> ${NORMAL} AS ranked
        FROM sessions s WHERE s.id = u.session_id OFFSET 0) s ON true
    ), unchanged AS MATERIALIZED (
      SELECT d.id FROM enqueued_batches d JOIN enqueued_batches seen ON seen.id = d.id
      WHERE d.id = ANY (ARRAY(SELECT batch_id FROM entries WHERE NOT stays))
        AND d.session_ids = seen.session_ids
      ORDER BY d.id FOR UPDATE OF d SKIP LOCKED
    ), checked AS MATERIALIZED (
      SELECT *, batch_id IN (SELECT id FROM unchanged) AS in_unchanged FROM entries
    ), postponed AS MATERIALIZED (
      SELECT session_id FROM checked WHERE NOT stays AND NOT in_unchanged AND session_id IS NOT NULL
    ), remaining AS MATERIALIZED (
      SELECT batch_id, array_agg(session_id)
        FILTER (WHERE stays OR session_id IN (SELECT session_id FROM postponed)) AS session_ids
      FROM checked WHERE in_unchanged GROUP BY batch_id
    ), emptied AS (
      DELETE FROM enqueued_batches WHERE id = ANY (ARRAY(SELECT batch_id FROM remaining WHERE session_ids IS NULL))
    ), shrunk AS (
      UPDATE enqueued_batches d SET session_ids = r.session_ids FROM remaining r
        WHERE d.id = r.batch_id AND r.session_ids IS NOT NULL
    ), ended AS (
      -- Two batches may contain a session that waited and was woken.
      SELECT DISTINCT ON (session_id) organization_id, mode, status, finished_at FROM checked
      WHERE NOT stays AND in_unchanged AND session_id NOT IN (SELECT session_id FROM postponed)
        AND status IN ('SUCCEEDED', 'FAILED', 'CANCELLED')
    ), counted AS (
      ${countEndsOf('ended')}
    )
    -- Two batches also contain a session that was recalled and enqueued again.
    SELECT organization_id AS "organizationId", pool,
      count(DISTINCT session_id) FILTER (WHERE in_flight)::int AS "inFlight",
      count(DISTINCT session_id) FILTER (WHERE NOT in_flight AND status <> 'QUEUED')::int AS drained,
      bool_or(backlogged) AS backlogged, bit_and(kind) AS "kindsAnd", bit_or(kind) AS "kindsOr",
      coalesce(bool_or(ranked AND kind IS NOT NULL), false) AS ranked
    FROM (
      SELECT organization_id, pool, session_id, in_flight, status, false AS backlogged,
        CASE WHEN in_flight THEN kind END AS kind, ranked
        FROM entries WHERE served
      UNION ALL SELECT s.organization_id, s.pool, NULL, false, NULL, true, NULL, false
        FROM backlogged_lanes s WHERE ${served}
    ) l WHERE organization_id IS NOT NULL GROUP BY organization_id, pool`;
  },
  {
    organizationId: 'uuid',
    pool: 'text',
    inFlight: 'int4',
    drained: 'int4',
    backlogged: 'bool',
    kindsAnd: 'int4?',
    kindsOr: 'int4?',
    ranked: 'bool',
  },
);

/**
 * @param pools the pools whose backlog is enqueued
 * @returns the load of each lane that has any
 */
export function reconcileBatches(sql: Sql, pools: readonly string[], scope: Scope): Promise<LaneLoad[]> {
  return sql.query(...RECONCILE.with(scope, { pools: textArray(pools) }));
}
