import { storedPriority } from '../acceptance/stored-priority.ts';
import { walkOrganizations } from '../postgres/organizations-with.ts';
import { isEnqueued, isEnqueuedAfterWait, isInBacklog, isInBacklogByPrecedence } from '../queued/queued-states.ts';

/** SQL of the organizations with sessions in the backlog: one step of the index for each organization. */
export const BACKLOGGED_ORGANIZATIONS = walkOrganizations('backlogged', 'sessions', isInBacklog());

/**
 * Returns SQL of the lanes with sessions in the backlog, for the pools in the text array `pools`: one step of the index
 * for each organization and pool.
 */
export function backloggedLanes(pools: string): string {
  return `${BACKLOGGED_ORGANIZATIONS}, backlogged_lanes AS (
    SELECT b.organization_id, p.pool FROM backlogged b CROSS JOIN unnest(${pools}::text[]) AS p(pool)
    WHERE (SELECT s.pool FROM sessions s WHERE s.organization_id = b.organization_id AND s.pool = p.pool
      AND ${isInBacklogByPrecedence('s')} ORDER BY s.priority, s.workflow_id LIMIT 1) IS NOT NULL
  )`;
}

/** SQL: a session of an enqueued batch is in the queue or running. */
export const IN_FLIGHT = `(${isEnqueued('s')}
  AND (s.status IN ('QUEUED', 'RUNNING') OR (s.status = 'WAITING' AND ${isEnqueuedAfterWait('s')})))`;

/** The value of `sessions.priority` that most sessions have. */
export const NORMAL = storedPriority();

/** SQL of a hash of the priority and workflow of a session `s`. Different ones rarely have equal hashes. */
export const KIND = `(uuid_hash(s.workflow_id) # s.priority)`;
