import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import type { FlowKeysOf } from '../rows/flow-keys-of.ts';
import { cancelSessions } from '../sessions/cancel-sessions.ts';
import { retrySessions } from '../sessions/retry-sessions.ts';

interface Operation {
  id: string;
  organizationId: string;
  action: 'CANCEL' | 'RETRY';
  fromStart: boolean;
}

interface Part {
  number: number;
  sessionIds: string[];
}

/**
 * Operations take turns, and one executor at a time works on each. The retries of an organization whose runs are
 * limited share a pace: each part that was done sets the time of the next one.
 */
const TAKE: Statement = {
  name: 'take_operation',
  text: `SELECT id, organization_id AS "organizationId", action, from_start AS "fromStart" FROM operations
    WHERE status = 'RUNNING' AND NOT EXISTS (SELECT FROM operations p
      WHERE p.organization_id = operations.organization_id AND p.next_at > clock_timestamp()
        AND operations.retries_per_minute IS NOT NULL)
    ORDER BY worked_at NULLS FIRST, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
};

const NEXT_PART: Statement = {
  name: 'next_operation_part',
  text: `SELECT number, session_ids AS "sessionIds" FROM operation_parts
    WHERE operation_id = $1 ORDER BY number LIMIT 1`,
};

const DELETE_PART: Statement = {
  name: 'delete_operation_part',
  text: 'DELETE FROM operation_parts WHERE operation_id = $1 AND number = $2',
};

/** Removes sessions from later parts that were cancelled together with an ancestor. */
const LEAVE_OUT: Statement = {
  name: 'leave_out_of_operation',
  text: `WITH cut AS (
      UPDATE operation_parts SET session_ids = ARRAY(SELECT unnest(session_ids) EXCEPT SELECT unnest($2::uuid[]))
      WHERE operation_id = $1 AND session_ids && $2::uuid[]
      RETURNING number
    ), before AS (
      SELECT count(*) AS count FROM operation_parts p, unnest(p.session_ids) AS u(id)
      WHERE p.operation_id = $1 AND p.session_ids && $2::uuid[] AND u.id = ANY ($2::uuid[])
    )
    SELECT count::int FROM before`,
};

/**
 * An operation without parts has ended. It failed when it could change none of the matching sessions. An operation
 * that falls behind its pace catches up by at most one second's worth.
 */
const COUNT: Statement = {
  name: 'count_operation',
  text: `WITH counted AS (SELECT NOT EXISTS (SELECT FROM operation_parts WHERE operation_id = $1) AS ended)
    UPDATE operations o SET done = done + $2, failed = failed + $3, worked_at = clock_timestamp(),
      next_at = greatest(next_at, clock_timestamp() - interval '1 second')
        + $2 * interval '1 minute' / retries_per_minute,
      status = CASE WHEN NOT ended THEN status WHEN done + $2 = 0 THEN 'FAILED' ELSE 'DONE' END,
      finished_at = CASE WHEN ended THEN clock_timestamp() END
    FROM counted WHERE id = $1`,
};

/** A part that PostgreSQL refuses is halved, so that one bad session fails alone. */
const HALVE_PART: Statement = {
  name: 'halve_operation_part',
  text: `WITH rest AS (
      INSERT INTO operation_parts (operation_id, number, session_ids)
      SELECT operation_id, (SELECT max(number) + 1 FROM operation_parts WHERE operation_id = $1),
        session_ids[cardinality(session_ids) / 2 + 1:]
      FROM operation_parts WHERE operation_id = $1 AND number = $2
    )
    UPDATE operation_parts SET session_ids = session_ids[:cardinality(session_ids) / 2]
    WHERE operation_id = $1 AND number = $2`,
};

/**
 * Does one part of one operation: its sessions are changed and counted and the part is deleted in one transaction, so
 * that each session is changed once, whatever happens.
 *
 * @returns false when there was nothing to do
 * @throws what the store throws; after an error that a retry may cure, the next call does the same part again
 */
export async function workOnOperation(sql: Sql, flowKeysOf: FlowKeysOf): Promise<boolean> {
  const tried: { operation: Operation; part: Part }[] = [];
  try {
    return await sql.transaction(async (query) => {
      const taken = await takePart(query);
      if (taken === null) return false;
      tried.push(taken);
      await doPart(query, flowKeysOf, taken.operation, taken.part);
      return true;
    });
  } catch (error) {
    const [taken] = tried;
    if (taken === undefined || (error as { retryable?: boolean }).retryable === true) throw error;
    await sql.transaction((query) => giveWay(query, taken.operation, taken.part));
    throw error;
  }
}

async function takePart(query: Query): Promise<{ operation: Operation; part: Part } | null> {
  const [operation] = await query<Operation>(TAKE, []);
  if (operation === undefined) return null;
  const [part] = await query<Part>(NEXT_PART, [operation.id]);
  return { operation, part: part ?? { number: 0, sessionIds: [] } };
}

async function doPart(query: Query, flowKeysOf: FlowKeysOf, operation: Operation, part: Part): Promise<void> {
  const { id, organizationId, action, fromStart } = operation;
  const { sessionIds } = part;
  await query(DELETE_PART, [id, part.number]);
  let changed: number;
  let along = 0;
  if (action === 'CANCEL') {
    const { cancelled, below } = await cancelSessions(query, organizationId, sessionIds);
    changed = cancelled.length;
    // Sessions of this part that are descendants of others of it are counted once.
    along = below.length === 0 ? 0 : await leaveOut(query, id, below);
  } else {
    const from = fromStart ? 'start' : 'failed-step';
    const options = { from, version: 'pinned', enqueue: false } as const;
    const retried = await retrySessions(query, flowKeysOf, organizationId, sessionIds, options);
    changed = [...retried.values()].filter(({ kind }) => kind === 'retried').length;
  }
  await query(COUNT, [id, changed + along, sessionIds.length - changed]);
}

async function leaveOut(query: Query, id: string, sessionIds: string[]): Promise<number> {
  const [row] = await query<{ count: number }>(LEAVE_OUT, [id, plainArray(sessionIds)]);
  return row?.count ?? 0;
}

/** After a failure that would occur again. */
async function giveWay(query: Query, { id }: Operation, { number, sessionIds }: Part): Promise<void> {
  if (sessionIds.length > 1) {
    await query(HALVE_PART, [id, number]);
    return;
  }
  await query(DELETE_PART, [id, number]);
  await query(COUNT, [id, 0, sessionIds.length]);
}
