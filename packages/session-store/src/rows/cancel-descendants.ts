import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import { countEnds } from './count-ends.ts';
import { freeFlowPlaces } from './flow-entries.ts';

/** Raising `claim_number` stops the executor: from then on none of its writes takes effect. */
export const CANCELLED = `status = 'CANCELLED', claim_number = s.claim_number + 1, finished_at = clock_timestamp(),
  due_at = NULL, waiting_since = NULL, enqueued_at = coalesce(s.enqueued_at, clock_timestamp())`;
export const UNDER_WAY = `s.status IN ('QUEUED', 'RUNNING', 'WAITING')`;

const CANCEL_CHILDREN: Statement = {
  name: 'cancel_children',
  text: `WITH cancelled AS (
      UPDATE sessions s SET ${CANCELLED} WHERE s.parent_id = ANY ($1::uuid[]) AND ${UNDER_WAY} RETURNING s.id
    ), ${freeFlowPlaces('cancelled')}
    SELECT id FROM cancelled`,
};

const CANCEL_CHILDREN_OF_COMPONENT: Statement = {
  name: 'cancel_children_of_component',
  text: `WITH cancelled AS (
      UPDATE sessions s SET ${CANCELLED}
      WHERE s.parent_id = $1 AND s.parent_component_id = $2 AND ${UNDER_WAY} RETURNING s.id
    ), ${freeFlowPlaces('cancelled')}
    SELECT id FROM cancelled`,
};

const CANCEL_STEPS: Statement = {
  name: 'cancel_steps',
  text: `UPDATE steps SET status = 'CANCELLED', finished_at = clock_timestamp()
    WHERE session_id = ANY ($1::uuid[]) AND status IN ('RUNNING', 'WAITING')`,
};

/** Cancels the open steps of sessions that were cancelled. */
export async function cancelSteps(query: Query, sessionIds: string[]): Promise<void> {
  if (sessionIds.length > 0) await query(CANCEL_STEPS, [plainArray(sessionIds)]);
}

/**
 * Cancels what is under way below sessions that ended, generation by generation, with its steps. To be called in the
 * transaction that ended them: each generation is read after its parents ended, so a child that was being made
 * meanwhile is either seen here or, its parent's fence being lost, not made. @returns the ids of what it cancelled,
 * whose ends the caller counts
 */
export async function cancelDescendants(query: Query, sessionIds: string[]): Promise<string[]> {
  const cancelled: string[] = [];
  for (let generation = sessionIds; generation.length > 0;) {
    generation = (await query<{ id: string }>(CANCEL_CHILDREN, [plainArray(generation)])).map((child) => child.id);
    cancelled.push(...generation);
  }
  await cancelSteps(query, cancelled);
  return cancelled;
}

/** The same for the children of one component of a session that goes on. */
export async function cancelChildrenOf(query: Query, sessionId: string, componentId: string): Promise<void> {
  const children = await query<{ id: string }>(CANCEL_CHILDREN_OF_COMPONENT, [sessionId, componentId]);
  const ids = children.map((child) => child.id);
  await cancelSteps(query, ids);
  await countEnds(query, [...ids, ...(await cancelDescendants(query, ids))]);
}
