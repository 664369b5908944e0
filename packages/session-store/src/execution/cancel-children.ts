import { statement } from '../postgres/named-statement.ts';
import { readIds } from '../postgres/read-ids.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { countEnds } from '../ends/count-ends.ts';
import { CANCELLED, cancelLittleBelow, cancelSteps, markEndedBelow, UNDER_WAY } from '../ends/end-below.ts';
import { lockTrees } from '../ends/ended-above.ts';
import { freeFlowPlaces } from '../queued/flow-entries.ts';
import type { Fence, Written } from './claim-sessions.ts';

/** Maximum number of children that one transaction cancels. */
const PART_SIZE = 200;

const FIND = statement<{ parentId: string; componentId: string }>()(
  'find_children_under_way',
  `SELECT s.id FROM sessions s WHERE s.parent_id = $parentId AND s.parent_component_id = $componentId AND ${UNDER_WAY}
    LIMIT ${PART_SIZE}`,
  { id: 'uuid' },
);

/** Locks the parent until the commit, as in `startChildren`, so that no child is created in the meantime. */
const LOCK_PARENT = statement<Fence>()(
  'lock_parent_of_cancelled',
  `SELECT FROM sessions WHERE id = $sessionId AND claim_number = $claimNumber AND status = 'RUNNING' FOR NO KEY UPDATE`,
  {},
);

const CANCEL = statement<{ sessionIds: SqlArray }>()(
  'cancel_children_of_component',
  `WITH chosen AS MATERIALIZED (
      SELECT s.id FROM sessions s WHERE s.id = ANY ($sessionIds::uuid[]) AND ${UNDER_WAY}
      ORDER BY s.id FOR NO KEY UPDATE
    ), cancelled AS (
      UPDATE sessions s SET ${CANCELLED} WHERE s.id = ANY (ARRAY(SELECT id FROM chosen)) RETURNING s.id
    ), ${freeFlowPlaces('cancelled')}
    SELECT id FROM cancelled`,
  { id: 'uuid' },
);

/**
 * Cancels the running children of one component, in several transactions, and ends their descendants. Returns false if
 * the claim is lost.
 */
export async function cancelChildren(sql: Sql, fence: Fence, componentId: string): Promise<Written> {
  for (;;) {
    const ids = await readIds(sql.query, ...FIND.with({ parentId: fence.sessionId, componentId }));
    const parents = await sql.transaction(async (query) => {
      await lockTrees(query, ids);
      const locked = await query(...LOCK_PARENT.with(fence));
      return locked.length === 0 ? null : cancelPart(query, ids);
    });
    if (parents === null) return false;
    await cancelLittleBelow(sql, parents);
    if (ids.length < PART_SIZE) return true;
  }
}

/** @returns those that have had children */
async function cancelPart(query: Query, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const cancelled = await readIds(query, ...CANCEL.with({ sessionIds: plainArray(ids) }));
  await cancelSteps(query, cancelled);
  const parents = await markEndedBelow(query, cancelled);
  await countEnds(query, cancelled);
  return parents;
}
