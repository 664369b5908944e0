import { statement } from '../postgres/named-statement.ts';
import { readIds } from '../postgres/read-ids.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { countEnds } from './count-ends.ts';
import { freeFlowPlaces } from '../queued/flow-entries.ts';
import { leaveBacklog } from '../queued/queued-states.ts';
import { FIRST_UUID } from '../ids/uuid-limits.ts';

/** SQL for SET. The increased `claim_number` stops the executor: none of its later writes takes effect. */
export const CANCELLED = `status = 'CANCELLED', claim_number = s.claim_number + 1, finished_at = clock_timestamp(),
  due_at = NULL, waiting_since = NULL, ${leaveBacklog('s')}`;
export const UNDER_WAY = `s.status IN ('QUEUED', 'RUNNING', 'WAITING')`;

/** Cancels open steps. Steps of earlier runs have ended. */
const CANCEL_STEPS: Statement = {
  name: 'cancel_steps',
  text: `UPDATE steps t SET status = 'CANCELLED', finished_at = clock_timestamp()
    FROM sessions s WHERE s.id = ANY ($1::uuid[]) AND t.session_id = s.id AND t.run = s.run
      AND t.status IN ('RUNNING', 'WAITING')`,
};

/**
 * Maximum number of sessions of one statement. Each has at most one open step for a component, and a definition has
 * 1,000 components.
 */
const SESSIONS_AT_ONCE = 100;

/** Cancels the open steps of sessions that were cancelled or failed. */
export async function cancelSteps(query: Query, sessionIds: string[]): Promise<void> {
  for (let at = 0; at < sessionIds.length; at += SESSIONS_AT_ONCE)
    await query(CANCEL_STEPS, [plainArray(sessionIds.slice(at, at + SESSIONS_AT_ONCE))]);
}

const FROM_THE_FIRST = `is_ending = true, examined_run = 0,
  examined_component = '${FIRST_UUID}', examined_iteration = 0`;

/** The number is assigned under the lock, so all earlier children have smaller ones. */
const MARK = statement<{ sessionIds: SqlArray }>()(
  'mark_ended_below',
  `WITH locked AS MATERIALIZED (
      SELECT session_id FROM parent_sessions WHERE session_id = ANY ($sessionIds::uuid[]) ORDER BY session_id FOR UPDATE
    )
    UPDATE parent_sessions SET ended_number = nextval('tree_numbers'), ${FROM_THE_FIRST}
    WHERE session_id = ANY (ARRAY(SELECT session_id FROM locked)) RETURNING session_id AS id`,
  { id: 'uuid' },
);

/**
 * Marks all descendants of ended sessions as ended, in constant time. From the commit on none of them is claimed,
 * begins an effect or ends otherwise than CANCELLED. Later transactions update their rows. Call it after `lockTrees` of
 * the sessions and after they ended. It includes children that are being created.
 * @returns the sessions that have had children
 */
export async function markEndedBelow(query: Query, sessionIds: string[]): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  return readIds(query, ...MARK.with({ sessionIds: plainArray(sessionIds) }));
}

/**
 * Cancels the next children of each parent in the order of their index, `maxChildren` in total. Running children become
 * CANCELLED. Their descendants are marked by the same end, and so are those of children that ended before. All parents
 * have one depth, so that two callers lock parents in the same order.
 */
const CANCEL_PART = statement<{ parentIds: SqlArray; maxChildren: number }>()(
  'cancel_part_below',
  `WITH parents AS MATERIALIZED (
      SELECT session_id, ended_number, examined_run, examined_component, examined_iteration,
        greatest(1, $maxChildren::int / count(*) OVER ()) AS size
      FROM parent_sessions WHERE session_id = ANY ($parentIds::uuid[]) AND is_ending
    ), part AS MATERIALIZED (
      SELECT p.session_id AS parent_id, p.ended_number, p.size, c.* FROM parents p CROSS JOIN LATERAL (
        SELECT id, parent_run, parent_component_id, parent_iteration, coalesce(tree_number, 0) < p.ended_number AS ends
        FROM sessions WHERE parent_id = p.session_id
          AND (parent_run, parent_component_id, parent_iteration)
            > (p.examined_run, p.examined_component, p.examined_iteration)
        ORDER BY parent_run, parent_component_id, parent_iteration LIMIT p.size) c
    ), chosen AS MATERIALIZED (
      SELECT s.id FROM sessions s WHERE s.id = ANY (ARRAY(SELECT id FROM part WHERE ends)) AND ${UNDER_WAY}
      ORDER BY s.id FOR NO KEY UPDATE
    ), cancelled AS (
      UPDATE sessions s SET ${CANCELLED} WHERE s.id = ANY (ARRAY(SELECT id FROM chosen)) RETURNING s.id
    ), ${freeFlowPlaces('cancelled')}, covered AS MATERIALIZED (
      SELECT p.session_id, c.ended_number FROM part c JOIN parent_sessions p ON p.session_id = c.id
      WHERE c.ends AND coalesce(p.ended_number, 0) < c.ended_number ORDER BY p.session_id FOR UPDATE OF p
    ), marked AS (
      UPDATE parent_sessions p SET ended_number = c.ended_number, ${FROM_THE_FIRST}
      FROM covered c WHERE p.session_id = c.session_id RETURNING p.session_id
    ), examined AS (
      SELECT DISTINCT ON (parent_id) parent_id, parent_run, parent_component_id, parent_iteration,
        count(*) OVER (PARTITION BY parent_id) >= size AS more
      FROM part ORDER BY parent_id, parent_run DESC, parent_component_id DESC, parent_iteration DESC
    ), advanced AS (
      UPDATE parent_sessions p SET is_ending = coalesce(e.more, false),
        examined_run = coalesce(e.parent_run, p.examined_run),
        examined_component = coalesce(e.parent_component_id, p.examined_component),
        examined_iteration = coalesce(e.parent_iteration, p.examined_iteration)
      FROM parents o LEFT JOIN examined e ON e.parent_id = o.session_id WHERE p.session_id = o.session_id
    )
    SELECT ARRAY(SELECT id FROM cancelled) AS cancelled, ARRAY(SELECT session_id FROM marked) AS marked,
      ARRAY(SELECT parent_id FROM examined WHERE more) AS unfinished,
      (SELECT count(*) FROM part)::int AS examined`,
  { cancelled: 'uuid[]', marked: 'uuid[]', unfinished: 'uuid[]', examined: 'int4' },
);

interface CancelledPart {
  /** The number of examined children. */
  examined: number;
  /** Children whose own children are to be cancelled next. */
  marked: string[];
  /** Parents that have further children. */
  unfinished: string[];
}

/**
 * Cancels a limited number of children of parents that `markEndedBelow` or an earlier call marked. The parents have one
 * depth, and the transaction has locked them. Call it last in the transaction.
 */
export async function cancelPartBelow(query: Query, parentIds: string[], maxChildren: number): Promise<CancelledPart> {
  const [cancelledPart] = await query(...CANCEL_PART.with({ parentIds: plainArray(parentIds), maxChildren }));
  if (cancelledPart === undefined) throw new Error('cancelling gave no row');
  await cancelSteps(query, cancelledPart.cancelled);
  if (cancelledPart.cancelled.length > 0) await countEnds(query, cancelledPart.cancelled);
  return cancelledPart;
}

const LOCK_PARENTS = statement<{ parentIds: SqlArray }>()(
  'lock_ending_parents',
  `SELECT FROM parent_sessions WHERE session_id = ANY ($parentIds::uuid[]) AND is_ending
    ORDER BY session_id FOR UPDATE SKIP LOCKED`,
  {},
);

/** Maximum number of children that are cancelled immediately after their parent ended. Executors cancel the others. */
const MAX_AT_ONCE = 100;

/**
 * Cancels the descendants of sessions of one depth after the commit that marked them, if they are few. Executors cancel
 * the others, or all of them if this fails.
 */
export async function cancelLittleBelow(sql: Sql, sessionIds: string[]): Promise<void> {
  let remaining = MAX_AT_ONCE;
  for (let parents = sessionIds; parents.length > 0 && parents.length <= remaining;) {
    const cancelledPart = await tryPart(sql, parents, remaining);
    if (cancelledPart === null || cancelledPart.unfinished.length > 0) return;
    remaining -= cancelledPart.examined;
    parents = cancelledPart.marked;
  }
}

/** Returns null if an executor is doing the same. */
function tryPart(sql: Sql, parentIds: string[], maxChildren: number): Promise<CancelledPart | null> {
  return sql.transaction(async (query) => {
    const locked = await query(...LOCK_PARENTS.with({ parentIds: plainArray(parentIds) }));
    return locked.length < parentIds.length ? null : cancelPartBelow(query, parentIds, maxChildren);
  });
}
