import { statement } from '../postgres/named-statement.ts';
import { readIds } from '../postgres/read-ids.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query } from '../postgres/sql.ts';
import { announceEnds, ENDED_COLUMNS } from '../ends/announce-ends.ts';
import { countEnds } from '../ends/count-ends.ts';
import { CANCELLED, cancelSteps, markEndedBelow, UNDER_WAY } from '../ends/end-below.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { lockTrees } from '../ends/ended-above.ts';
import { freeFlowPlaces } from '../queued/flow-entries.ts';
import { wakeParents } from '../ends/wake-parents.ts';

/** Cancels sessions, locked in the order of their ids. A parent that is cancelled as well need not be woken. */
const CANCEL = statement<{ sessionIds: SqlArray; organizationId: string }>()(
  'cancel_sessions',
  `WITH chosen AS MATERIALIZED (
      SELECT s.id FROM sessions s WHERE s.id = ANY ($sessionIds::uuid[]) AND s.organization_id = $organizationId
        AND ${UNDER_WAY} AND NOT ${isDeletedAbove('s')}
      ORDER BY s.id FOR NO KEY UPDATE
    ), cancelled AS (
      UPDATE sessions s SET ${CANCELLED} WHERE s.id = ANY (ARRAY(SELECT id FROM chosen)) RETURNING ${ENDED_COLUMNS}
    ), ${freeFlowPlaces('cancelled')}, ${announceEnds('cancelled')},
    apart AS (SELECT parent_id FROM cancelled WHERE parent_id <> ALL (ARRAY(SELECT id FROM chosen))),
    woken AS (${wakeParents('apart')})
    SELECT id FROM cancelled`,
  { id: 'uuid' },
);

interface CancelledSessions {
  /** Ids of the sessions that were cancelled. They were running or waiting. */
  cancelled: string[];
  /**
   * Ids of the cancelled sessions that have had children. Their descendants have ended, and their rows are updated
   * later.
   */
  parents: string[];
}

/**
 * Cancels an organization's sessions that have not ended, and ends their descendants. Call it first in a transaction.
 */
export async function cancelSessions(
  query: Query,
  organizationId: string,
  sessionIds: string[],
): Promise<CancelledSessions> {
  await lockTrees(query, sessionIds);
  const cancelled = await readIds(query, ...CANCEL.with({ sessionIds: plainArray(sessionIds), organizationId }));
  if (cancelled.length === 0) return { cancelled, parents: [] };
  await cancelSteps(query, cancelled);
  const parents = await markEndedBelow(query, cancelled);
  await countEnds(query, cancelled);
  return { cancelled, parents };
}
