import type { Query } from '../postgres/sql.ts';
import { scoped, scopeValues, type Scope } from '../postgres/scoped.ts';
import { moveToBacklog } from '../queued/queued-states.ts';

/** Delayed sessions that one round starts. The next round continues. */
const MAX_STARTED = 5_000;

/** SQL: a delayed session is due. */
export const DELAY_IS_DUE = `EXISTS (SELECT FROM flow_entries WHERE starts_at <= statement_timestamp())`;

/**
 * Organizations share the sessions of a round, so that one with a million that are due in the same second delays none
 * of another. A session without a key joins the backlog at once. The others join the order of their keys, in the order
 * in which they are due: they take a new position. A session is locked before its entry, as at its end. A locked one is
 * left to the next round.
 */
const START = scoped(
  'start_delayed',
  1,
  (isServed) => `WITH RECURSIVE delayed AS (
      (SELECT organization_id FROM flow_entries WHERE starts_at IS NOT NULL ORDER BY organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT e.organization_id FROM flow_entries e
        WHERE e.starts_at IS NOT NULL AND e.organization_id > d.organization_id ORDER BY e.organization_id LIMIT 1)
      FROM delayed d WHERE d.organization_id IS NOT NULL
    ), owners AS MATERIALIZED (
      SELECT d.organization_id FROM delayed d
      WHERE true${isServed('d.organization_id')} AND EXISTS (SELECT FROM flow_entries e
        WHERE e.organization_id = d.organization_id AND e.starts_at <= clock_timestamp())
    ), due AS MATERIALIZED (
      SELECT e.* FROM owners o CROSS JOIN LATERAL (
        SELECT e.session_id, e.starts_at, e.concurrency_key = '' AND e.order_key = '' AS free
        FROM flow_entries e JOIN sessions s ON s.id = e.session_id
        WHERE e.organization_id = o.organization_id AND e.starts_at <= clock_timestamp()
        ORDER BY e.starts_at, e.session_id
        LIMIT greatest(1, ${MAX_STARTED} / (SELECT count(*) FROM owners)) FOR NO KEY UPDATE OF s SKIP LOCKED) e
    ), freed AS (
      DELETE FROM flow_entries WHERE session_id = ANY (ARRAY(SELECT session_id FROM due WHERE free))
    ), backlogged AS (
      UPDATE sessions SET ${moveToBacklog()} WHERE id = ANY (ARRAY(SELECT session_id FROM due WHERE free))
    ), positions AS MATERIALIZED (
      SELECT session_id, nextval('flow_entries_position_seq') AS position
      FROM (SELECT session_id FROM due WHERE NOT free ORDER BY starts_at, session_id) d
    ), entries AS (
      UPDATE flow_entries e SET stage = CASE WHEN order_key = '' THEN 'AT_LIMIT' ELSE 'IN_ORDER' END::flow_stage,
        starts_at = NULL, position = p.position
      FROM positions p WHERE e.session_id = p.session_id
      RETURNING e.workflow_id, e.concurrency_key, e.order_key
    )
    INSERT INTO flow_wakes (workflow_id, concurrency_key, order_key)
    SELECT DISTINCT workflow_id, concurrency_key, order_key FROM entries`,
);

/** Starts delayed sessions whose time is here. @param query of a transaction */
export async function startDelayedSessions(query: Query, scope: Scope): Promise<void> {
  await query(START(scope), scopeValues(scope));
}
