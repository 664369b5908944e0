import { plainArray, textArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { timeOrderedId } from '../rows/time-ordered-id.ts';
import type { SessionFilter } from '../sessions/session-filter.ts';
import { matchSessions, type OperationAction } from './match-sessions.ts';

/** Sessions that are changed in one transaction: a stop waits for no more. */
const PART_SIZE = 100;
/** Parts that one statement writes. */
const PARTS_AT_ONCE = 1_000;

export interface OperationRequest {
  action: OperationAction;
  filter: SessionFilter;
  /** Of a retry: from the start instead of the failed step. */
  fromStart: boolean;
  /** Of a retry: how many runs may start; null: no limit. */
  perMinute: number | null;
  /** Counts only. */
  dryRun: boolean;
}

const ONE_MOMENT: Statement = { name: 'repeatable_read', text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ' };

const INSERT: Statement = {
  name: 'start_operation',
  text: `INSERT INTO operations (id, organization_id, action, from_start, status, matched, finished_at,
      retries_per_minute)
    VALUES ($1, $2, $3::operation_action, $4, CASE WHEN $5 THEN 'RUNNING' ELSE 'DONE' END::operation_status, $6,
      CASE WHEN NOT $5 THEN clock_timestamp() END, $7)`,
};

const INSERT_PARTS: Statement = {
  name: 'add_operation_parts',
  text: `INSERT INTO operation_parts (operation_id, number, session_ids)
    SELECT $1, i.number, i.ids::uuid[] FROM unnest($2::int[], $3::text[]) AS i(number, ids)`,
};

/** Commits an operation with all sessions that match now; executors change them, and nothing that matches later. */
export function startOperation(
  sql: Sql,
  organizationId: string,
  { action, filter, fromStart, perMinute, dryRun }: OperationRequest,
): Promise<{ id: string; matched: number }> {
  return sql.transaction(async (query) => {
    await query(ONE_MOMENT, []);
    const ids = await matchSessions(query, organizationId, action, filter);
    const id = timeOrderedId();
    const goesOn = !dryRun && ids.length > 0;
    await query(INSERT, [id, organizationId, action.toUpperCase(), fromStart, goesOn, ids.length, perMinute]);
    if (!goesOn) return { id, matched: ids.length };
    const parts = partsOf(ids, perMinute);
    for (let at = 0; at < parts.length; at += PARTS_AT_ONCE) {
      const some = parts.slice(at, at + PARTS_AT_ONCE);
      await query(INSERT_PARTS, [id, plainArray(some.map((_part, index) => at + index)), textArray(some)]);
    }
    return { id, matched: ids.length };
  });
}

/** With a pace, a part is about a second's work. */
function partsOf(ids: readonly string[], perMinute: number | null): string[] {
  const size = perMinute === null ? PART_SIZE : Math.min(PART_SIZE, Math.max(1, Math.floor(perMinute / 60)));
  const parts: string[] = [];
  for (let at = 0; at < ids.length; at += size) parts.push(plainArray(ids.slice(at, at + size)));
  return parts;
}
