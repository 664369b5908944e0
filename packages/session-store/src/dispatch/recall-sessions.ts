import { laneKey, laneOf, type LaneKey } from './lanes.ts';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { IN_FLIGHT } from './backlog-sql.ts';
import type { Sql } from '../postgres/sql.ts';
import { moveToBacklog } from '../queued/queued-states.ts';

/**
 * Moves sessions from the queue to the backlog. Their present job finds nothing to claim, and enqueueing them again
 * creates another job.
 */
const RECALL = statement<Record<'organizationIds' | 'pools', SqlArray>>()(
  'recall_to_backlog',
  `WITH queued AS MATERIALIZED (
      SELECT DISTINCT s.id, s.pool FROM enqueued_batches d CROSS JOIN LATERAL unnest(d.session_ids) AS u(session_id)
      CROSS JOIN LATERAL (
        SELECT s.id, s.pool FROM sessions s WHERE s.id = u.session_id
          AND (s.organization_id, s.pool) IN (SELECT * FROM unnest($organizationIds::uuid[], $pools::text[]))
          AND s.status <> 'RUNNING' AND ${IN_FLIGHT}
        OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED) s
    )
    UPDATE sessions s SET ${moveToBacklog('s')} FROM queued q WHERE s.id = q.id
    RETURNING s.organization_id AS "organizationId", q.pool`,
  { organizationId: 'uuid', pool: 'text' },
);

/**
 * Moves the queued sessions of lanes to the backlog, so that they are enqueued in order of precedence, or wait for an
 * executor of their pool.
 * @returns their number by lane
 */
export async function recallSessions(sql: Sql, keys: readonly LaneKey[]): Promise<Map<LaneKey, number>> {
  const recalled = new Map<LaneKey, number>();
  if (keys.length === 0) return recalled;
  const lanes = keys.map(laneOf);
  const rows = await sql.query(
    ...RECALL.with({
      organizationIds: plainArray(lanes.map(({ organizationId }) => organizationId)),
      pools: textArray(lanes.map(({ pool }) => pool)),
    }),
  );
  for (const row of rows) recalled.set(laneKey(row), (recalled.get(laneKey(row)) ?? 0) + 1);
  return recalled;
}
