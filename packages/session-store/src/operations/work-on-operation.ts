import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { mayPass } from '../postgres/store-errors.ts';
import { cancelSessions } from '../sessions/cancel-sessions.ts';
import { sessionValueBytes } from '../sessions/session-view.ts';
import { retryTransaction, type RetryPreparations } from '../sessions/retry-keys.ts';
import { retrySessions, type RetryLimits } from '../sessions/retry-sessions.ts';

interface Operation {
  id: string;
  organizationId: string;
  action: 'CANCEL' | 'RETRY';
  fromStart: boolean;
  onLatest: boolean;
}

interface OperationPart {
  number: number;
  sessionIds: string[];
}

/** Finds organizations with running operations. */
export const ORGANIZATIONS_WITH_OPERATIONS = statement()(
  'find_organizations_with_operations',
  `SELECT DISTINCT organization_id AS id FROM operations WHERE status = 'RUNNING'`,
  { id: 'uuid' },
);

/**
 * Locks an operation. The operations of an organization take turns, and one executor at a time processes each. If the
 * organization's runs are limited, its retries share this rate: each processed part sets the time of the next one.
 */
const TAKE = statement<{ organizationId: string }>()(
  'take_operation',
  `SELECT id, organization_id AS "organizationId", action, from_start AS "fromStart", on_latest AS "onLatest"
    FROM operations
    WHERE status = 'RUNNING' AND organization_id = $organizationId AND NOT EXISTS (SELECT FROM operations p
      WHERE p.organization_id = operations.organization_id AND p.next_at > clock_timestamp()
        AND operations.retries_per_minute IS NOT NULL)
    ORDER BY worked_at NULLS FIRST, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
  { id: 'uuid', organizationId: 'uuid', action: 'operation_action', fromStart: 'bool', onLatest: 'bool' },
);

const NEXT_PART = statement<{ operationId: string }>()(
  'next_operation_part',
  `SELECT number, session_ids AS "sessionIds" FROM operation_parts
    WHERE operation_id = $operationId ORDER BY number LIMIT 1`,
  { number: 'int4', sessionIds: 'uuid[]' },
);

const DELETE_PART = statement<{ operationId: string; number: number }>()(
  'delete_operation_part',
  'DELETE FROM operation_parts WHERE operation_id = $operationId AND number = $number',
  {},
);

/** Maximum bytes of values that one transaction of retries moves and deletes. One session may exceed them. */
const MAX_RETRIED_BYTES = 16 * 1024 * 1024;

/**
 * Counts the sessions that fit into one transaction. A retry deletes the output, copies the values that an event will
 * send, and joins gathered values. The statement examines one session after the other, because it has to measure sizes
 * that are not stored.
 */
const FIT = statement<{ sessionIds: SqlArray }>()(
  'fit_retries',
  `WITH RECURSIVE part AS (
      SELECT 0 AS number, 0::bigint AS bytes
      UNION ALL
      SELECT p.number + 1, p.bytes
        + (SELECT coalesce(sum(${sessionValueBytes('s')}), 0)::bigint FROM sessions s
          WHERE s.id = ($sessionIds::uuid[])[p.number + 1])
        + (SELECT coalesce(sum(g.size), 0)::bigint FROM gatherings g
          WHERE g.session_id = ($sessionIds::uuid[])[p.number + 1])
      FROM part p WHERE p.bytes < ${MAX_RETRIED_BYTES} AND p.number < cardinality($sessionIds::uuid[])
    )
    SELECT max(number) AS count FROM part`,
  { count: 'int4' },
);

const SHORTEN_PART = statement<{ operationId: string; number: number; handled: number }>()(
  'shorten_operation_part',
  `UPDATE operation_parts SET session_ids = session_ids[$handled::int + 1:]
    WHERE operation_id = $operationId AND number = $number`,
  {},
);

/** Counts sessions of a part that were already cancelled together with an ancestor. */
const COUNT_CANCELLED_ALONG = statement<{ operationId: string; sessionIds: SqlArray }>()(
  'count_cancelled_along',
  `SELECT count(*)::int AS count FROM sessions s JOIN parent_sessions p ON p.session_id = s.parent_id
    WHERE s.id = ANY ($sessionIds::uuid[]) AND s.status = 'CANCELLED'
      AND s.finished_at >= (SELECT started_at FROM operations WHERE id = $operationId)
      AND EXISTS (SELECT FROM parent_sessions a
        WHERE a.session_id = ANY (p.path) AND a.ended_number > coalesce(s.tree_number, 0))`,
  { count: 'int4' },
);

/**
 * Counts the sessions of a part. An operation without parts has ended. It failed if it could change none of the
 * matching sessions. An operation that is behind its rate may catch up by at most one second.
 */
const COUNT = statement<{ operationId: string; done: number; failed: number }>()(
  'count_operation',
  `WITH counted AS (SELECT NOT EXISTS (SELECT FROM operation_parts WHERE operation_id = $operationId) AS ended)
    UPDATE operations o SET done = done + $done, failed = failed + $failed, worked_at = clock_timestamp(),
      next_at = greatest(next_at, clock_timestamp() - interval '1 second')
        + $done * interval '1 minute' / retries_per_minute,
      status = CASE WHEN NOT ended THEN status WHEN done + $done = 0 THEN 'FAILED' ELSE 'DONE' END,
      finished_at = CASE WHEN ended THEN clock_timestamp() END
    FROM counted WHERE id = $operationId`,
  {},
);

/** Halves a part that PostgreSQL refuses, so that only the session that causes the error fails. */
const HALVE_PART = statement<{ operationId: string; number: number }>()(
  'halve_operation_part',
  `WITH rest AS (
      INSERT INTO operation_parts (operation_id, number, session_ids, last_session_id)
      SELECT operation_id, (SELECT max(number) + 1 FROM operation_parts WHERE operation_id = $operationId),
        session_ids[cardinality(session_ids) / 2 + 1:], last_session_id
      FROM operation_parts WHERE operation_id = $operationId AND number = $number
    )
    UPDATE operation_parts SET session_ids = session_ids[:cardinality(session_ids) / 2],
      last_session_id = session_ids[cardinality(session_ids) / 2]
    WHERE operation_id = $operationId AND number = $number`,
  {},
);

/**
 * Processes one part of one operation of an organization. One transaction changes and counts its sessions and deletes
 * the part, so that each session is changed once. A part that fails is halved.
 *
 * @returns false if there was nothing to do
 * @throws a temporary error of the store, after which another call processes the sessions
 */
export async function workOnOperation(sql: Sql, limits: RetryLimits, organizationId: string): Promise<boolean> {
  const tried: { operation: Operation; part: OperationPart }[] = [];
  try {
    return await retryTransaction(sql, limits, async (query, prepared) => {
      const locked = await takePart(query, organizationId);
      if (locked === null) return false;
      tried.splice(0, 1, locked);
      await doPart(query, { prepared, maxRuns: limits.maxRuns }, locked.operation, locked.part);
      return true;
    });
  } catch (error) {
    const [failedPart] = tried;
    if (failedPart === undefined) throw error;
    await sql.transaction((query) => giveWay(query, failedPart.operation, failedPart.part, mayPass(error)));
    if (mayPass(error)) throw error;
    return true;
  }
}

async function takePart(
  query: Query,
  organizationId: string,
): Promise<{ operation: Operation; part: OperationPart } | null> {
  const [operation] = await query(...TAKE.with({ organizationId }));
  if (operation === undefined) return null;
  const [part] = await query(...NEXT_PART.with({ operationId: operation.id }));
  return { operation, part: part ?? { number: 0, sessionIds: [] } };
}

/** The limits for retrying the sessions of a part. */
interface PartRetries extends Pick<RetryLimits, 'maxRuns'> {
  prepared: RetryPreparations;
}

async function doPart(query: Query, retries: PartRetries, operation: Operation, part: OperationPart): Promise<void> {
  const { id, organizationId, action, fromStart, onLatest } = operation;
  const sessionIds = action === 'CANCEL' ? part.sessionIds : await fitting(query, part.sessionIds);
  if (sessionIds.length === part.sessionIds.length)
    await query(...DELETE_PART.with({ operationId: id, number: part.number }));
  else await query(...SHORTEN_PART.with({ operationId: id, number: part.number, handled: sessionIds.length }));
  let changed: number;
  if (action === 'CANCEL') {
    const { cancelled } = await cancelSessions(query, organizationId, sessionIds);
    changed = cancelled.length;
    if (changed < sessionIds.length) changed += await countCancelledAlong(query, id, cancelled, sessionIds);
  } else {
    const from = fromStart ? 'start' : 'failed-step';
    const { prepared, maxRuns } = retries;
    const options = { from, version: onLatest ? 'latest' : 'pinned', enqueue: false, maxRuns } as const;
    const retried = await retrySessions(query, prepared, organizationId, sessionIds, options);
    changed = [...retried.values()].filter(({ kind }) => kind === 'retried').length;
  }
  await query(...COUNT.with({ operationId: id, done: changed, failed: sessionIds.length - changed }));
}

async function fitting(query: Query, sessionIds: string[]): Promise<string[]> {
  const [row] = await query(...FIT.with({ sessionIds: plainArray(sessionIds) }));
  return sessionIds.slice(0, row?.count ?? 0);
}

async function countCancelledAlong(
  query: Query,
  id: string,
  cancelled: string[],
  sessionIds: string[],
): Promise<number> {
  const cancelledIds = new Set(cancelled);
  const remainingIds = sessionIds.filter((sessionId) => !cancelledIds.has(sessionId));
  const [row] = await query(...COUNT_CANCELLED_ALONG.with({ operationId: id, sessionIds: plainArray(remainingIds) }));
  return row?.count ?? 0;
}

/** Handles the failure of a part. A single session that fails permanently counts as failed. */
async function giveWay(
  query: Query,
  { id }: Operation,
  { number, sessionIds }: OperationPart,
  mayBeCured: boolean,
): Promise<void> {
  if (sessionIds.length > 1) {
    await query(...HALVE_PART.with({ operationId: id, number }));
  } else if (!mayBeCured) {
    await query(...DELETE_PART.with({ operationId: id, number }));
    await query(...COUNT.with({ operationId: id, done: 0, failed: sessionIds.length }));
  }
}
