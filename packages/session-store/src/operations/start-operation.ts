import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { LimitReachedError, lockLimit } from '../organization/organization-limits.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import type { SessionFilter } from '../sessions/session-filter.ts';
import { matchSessions, type OperationAction } from './match-sessions.ts';
import type { OrganizationTurns } from '../fair-turns/organization-turns.ts';

/** Sessions that one transaction changes. A stop waits for no more than these. A retry changes many rows. */
const PART_SIZES: Record<OperationAction, number> = { cancel: 500, retry: 100 };
/** Parts that one statement writes. */
const PARTS_AT_ONCE = 1_000;

export interface OperationRequest {
  action: OperationAction;
  filter: SessionFilter;
  /** True if a retry begins from the start instead of the failed step. */
  fromStart: boolean;
  /** True if a retry uses the latest version instead of the version of the session. */
  onLatest?: boolean;
  /** Retries that may start a minute; null means no limit. */
  perMinute: number | null;
  /** If true, the sessions are only counted. */
  dryRun: boolean;
}

const ONE_MOMENT: Statement = { name: 'repeatable_read', text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ' };

const INSERT = statement<{
  id: string;
  organizationId: string;
  action: string;
  fromStart: boolean;
  onLatest: boolean;
  perMinute: number | null;
}>()(
  'start_operation',
  `INSERT INTO operations (id, organization_id, action, from_start, on_latest, status, matched,
      retries_per_minute)
    VALUES ($id, $organizationId, $action::operation_action, $fromStart, $onLatest, 'RUNNING', 0, $perMinute)`,
  {},
);

const WRITE_MATCHED = statement<{ id: string; matched: number; isRunning: boolean }>()(
  'write_matched_of_operation',
  `UPDATE operations SET matched = $matched,
      status = CASE WHEN $isRunning THEN 'RUNNING' ELSE 'DONE' END::operation_status,
      finished_at = CASE WHEN NOT $isRunning THEN clock_timestamp() END WHERE id = $id`,
  {},
);

const INSERT_PARTS = statement<{
  operationId: string;
  numbers: SqlArray;
  sessionIds: SqlArray;
  lastSessionIds: SqlArray;
}>()(
  'add_operation_parts',
  `INSERT INTO operation_parts (operation_id, number, session_ids, last_session_id)
    SELECT $operationId, i.number, i.ids::uuid[], i.last
      FROM unnest($numbers::int[], $sessionIds::text[], $lastSessionIds::uuid[]) AS i(number, ids, last)`,
  {},
);

const COUNT_RUNNING = statement<{ organizationId: string }>()(
  'count_running_operations',
  `SELECT count(*)::int AS count FROM operations WHERE organization_id = $organizationId AND status = 'RUNNING'`,
  { count: 'int4' },
);

/**
 * Maximum number of stored operations of an organization. Running ones can be stopped, and completed ones are shown for
 * a while.
 */
const MAX_STORED = 1_000;

const DELETE_OLDEST = statement<{ organizationId: string }>()(
  'delete_oldest_operations',
  `DELETE FROM operations WHERE id = ANY (ARRAY(SELECT id FROM operations WHERE organization_id = $organizationId
      ORDER BY id DESC OFFSET ${MAX_STORED} LIMIT 100)) AND status <> 'RUNNING'`,
  {},
);

/**
 * Allows the transaction with the lock to be idle while another transaction, whose statements have timeouts, finds the
 * sessions.
 */
const MAY_BE_IDLE: Statement = {
  name: 'may_be_idle',
  text: `SET LOCAL idle_in_transaction_session_timeout = '10min'`,
};

/** Commits an operation with all sessions that match now. Executors change exactly these sessions. */
export function startOperation(
  sql: Sql,
  turns: OrganizationTurns,
  maxRunning: number,
  organizationId: string,
  request: OperationRequest,
): Promise<{ id: string; matched: number }> {
  if (request.dryRun) return commitOperation(sql, organizationId, request);
  // The lock is held until the operation is committed. The transaction does not see commits after its start.
  const start = async (query: Query) => {
    await lockLimit(query, 'runningOperations', organizationId);
    const [row] = await query(...COUNT_RUNNING.with({ organizationId }));
    if ((row?.count ?? 0) >= maxRunning) throw new LimitReachedError('runningOperations', maxRunning);
    await query(...DELETE_OLDEST.with({ organizationId }));
    await query(MAY_BE_IDLE, []);
    return commitOperation(sql, organizationId, request);
  };
  return turns.run(organizationId, () => sql.transaction(start));
}

/** Finds the matching sessions page by page, so that only one page is in memory. */
function commitOperation(
  sql: Sql,
  organizationId: string,
  { action, filter, fromStart, onLatest = false, perMinute, dryRun }: OperationRequest,
): Promise<{ id: string; matched: number }> {
  return sql.transaction(async (query) => {
    await query(ONE_MOMENT, []);
    const id = timeOrderedId();
    await query(...INSERT.with({ id, organizationId, action: action.toUpperCase(), fromStart, onLatest, perMinute }));
    const size = partSize(action, perMinute);
    let [matched, parts] = [0, 0];
    let remainingIds: string[] = [];
    for await (const page of matchSessions(query, organizationId, action, filter)) {
      matched += page.length;
      if (dryRun) continue;
      remainingIds.push(...page);
      const whole = remainingIds.length - (remainingIds.length % size);
      parts += await addParts(query, id, parts, remainingIds.slice(0, whole), size);
      remainingIds = remainingIds.slice(whole);
    }
    await addParts(query, id, parts, remainingIds, size);
    await query(...WRITE_MATCHED.with({ id, matched, isRunning: !dryRun && matched > 0 }));
    return { id, matched };
  });
}

/** Returns the size of a part. With a limited rate a part takes about a second. */
function partSize(action: OperationAction, perMinute: number | null): number {
  const most = PART_SIZES[action];
  return perMinute === null ? most : Math.min(most, Math.max(1, Math.floor(perMinute / 60)));
}

/**
 * Adds the parts of these sessions.
 * @returns their number
 */
async function addParts(
  query: Query,
  id: string,
  first: number,
  ids: readonly string[],
  size: number,
): Promise<number> {
  const parts: string[] = [];
  const lasts: string[] = [];
  for (let at = 0; at < ids.length; at += size) {
    const idsOfPart = ids.slice(at, at + size);
    parts.push(plainArray(idsOfPart));
    lasts.push(idsOfPart.at(-1)!);
  }
  for (let at = 0; at < parts.length; at += PARTS_AT_ONCE) {
    const some = parts.slice(at, at + PARTS_AT_ONCE);
    await query(
      ...INSERT_PARTS.with({
        operationId: id,
        numbers: plainArray(some.map((_part, index) => first + at + index)),
        sessionIds: textArray(some),
        lastSessionIds: plainArray(lasts.slice(at, at + PARTS_AT_ONCE)),
      }),
    );
  }
  return parts.length;
}
