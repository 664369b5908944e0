import type { Query } from '../postgres/sql.ts';
import { scoped, type Scope } from '../postgres/scoped.ts';
import { moveToBacklog } from '../queued/queued-states.ts';
import { dueOrganizations, type DueRows } from './due-organizations.ts';

/** Maximum number of delayed sessions that one round starts. */
const MAX_STARTED = 5_000;

/** SQL: a delayed session is due. */
export const DELAY_IS_DUE = `EXISTS (SELECT FROM flow_entries WHERE starts_at <= statement_timestamp())`;

const DUE: DueRows = {
  table: 'flow_entries',
  timeColumn: 'starts_at',
  isWaiting: 'starts_at IS NOT NULL',
  maxRows: MAX_STARTED,
};

/**
 * Starts due sessions. A session without a key joins the backlog immediately. The others get a new position at the end
 * of their key, in the order in which they are due. A session is locked before its entry, as at its end. The next round
 * handles locked sessions.
 */
const START = scoped()(
  'start_delayed',
  (isServed) => `WITH RECURSIVE ${dueOrganizations(DUE, isServed)}, due AS MATERIALIZED (
      SELECT e.* FROM due_organizations o CROSS JOIN LATERAL (
        SELECT e.session_id, e.starts_at, e.concurrency_key = '' AND e.order_key = '' AS free
        FROM flow_entries e JOIN sessions s ON s.id = e.session_id
        WHERE e.organization_id = o.organization_id AND e.starts_at <= statement_timestamp()
        ORDER BY e.starts_at, e.session_id LIMIT o.share FOR NO KEY UPDATE OF s SKIP LOCKED) e
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
  {},
);

/** Starts the delayed sessions that are due. @param query runs inside the caller's transaction */
export async function startDelayedSessions(query: Query, scope: Scope): Promise<void> {
  await query(...START.with(scope, {}));
}
