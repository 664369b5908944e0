import { storedPriority } from '../acceptance/stored-priority.ts';
import { isEnqueued, isInBacklog, isInBacklogByPrecedence } from '../queued/queued-states.ts';

/** Organizations with sessions in the backlog. Each takes one step of the index, however many sessions wait. */
export const BACKLOGGED_ORGANIZATIONS = `backlogged AS (
  (SELECT organization_id FROM sessions WHERE ${isInBacklog()} ORDER BY organization_id LIMIT 1)
  UNION ALL
  SELECT (SELECT s.organization_id FROM sessions s
    WHERE ${isInBacklog('s')} AND s.organization_id > b.organization_id ORDER BY s.organization_id LIMIT 1)
  FROM backlogged b WHERE b.organization_id IS NOT NULL
)`;

/**
 * The lanes with sessions in the backlog, of the pools that the text array `pools` names: one step of the index for
 * each organization and pool.
 */
export function backloggedLanes(pools: string): string {
  return `${BACKLOGGED_ORGANIZATIONS}, backlogged_lanes AS (
    SELECT b.organization_id, p.pool FROM backlogged b CROSS JOIN unnest(${pools}::text[]) AS p(pool)
    WHERE (SELECT s.pool FROM sessions s WHERE s.organization_id = b.organization_id AND s.pool = p.pool
      AND ${isInBacklogByPrecedence('s')} ORDER BY s.priority, s.workflow_id LIMIT 1) IS NOT NULL
  )`;
}

/** SQL: a session of an enqueued batch is in the queue or running. The dispatcher ignores all others. */
export const IN_FLIGHT = `(${isEnqueued('s')}
  AND (s.status IN ('QUEUED', 'RUNNING') OR (s.status = 'WAITING' AND s.due_at <= s.enqueued_at)))`;

/** The column `sessions.priority` of most sessions. */
export const NORMAL = storedPriority();

/**
 * A hash of the priority and workflow of a session `s`. Different ones have equal hashes only by a rare coincidence.
 */
export const KIND = `(uuid_hash(s.workflow_id) # s.priority)`;
