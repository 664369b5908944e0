import type { SessionMode, SessionStatus } from '@workflow/workflow-model';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import { leaveBatches } from './leave-batches.ts';

const ENDS = ['SUCCEEDED', 'FAILED', 'CANCELLED'] as const;
const COLUMNS = (['PROD', 'TEST'] as const).flatMap((mode) =>
  ENDS.map((status) => ({ mode, status, name: columnOf(mode, status) })),
);

/** Returns the column of `session_counts` for an end of this kind. */
export function columnOf(mode: SessionMode, status: (typeof ENDS)[number]): string {
  return mode === 'TEST' ? `test_${status.toLowerCase()}` : status.toLowerCase();
}

/**
 * Returns SQL that adds the ended sessions of a relation with `organization_id`, `mode`, `status` and `finished_at` to
 * the counts.
 */
export function countEndsOf(relation: string): string {
  const names = COLUMNS.map(({ name }) => name);
  return `INSERT INTO session_counts AS c (organization_id, minute, ${names.join(', ')})
    SELECT e.organization_id, date_trunc('minute', e.finished_at),
      ${COLUMNS.map(({ mode, status }) => `count(*) FILTER (WHERE e.mode = '${mode}' AND e.status = '${status}')`).join(
        ',\n      ',
      )}
    FROM ${relation} e GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (organization_id, minute) DO UPDATE SET
      ${names.map((name) => `${name} = c.${name} + excluded.${name}`).join(', ')}`;
}

const COUNT: Statement = {
  name: 'count_ends',
  text: `WITH ended AS (
      SELECT s.organization_id, s.mode, s.status, s.finished_at FROM sessions s
      WHERE s.id = ANY ($1::uuid[]) AND s.status IN ('SUCCEEDED', 'FAILED', 'CANCELLED')
    ) ${countEndsOf('ended')}`,
};

/**
 * Counts sessions that the transaction ended. The dispatcher counts most other sessions. These leave their batches, so
 * that it does not count them as well. Call it last in a transaction, because others wait for the row of the minute.
 */
export async function countEnds(query: Query, sessionIds: string[]): Promise<void> {
  await leaveBatches(query, sessionIds);
  await count(query, sessionIds);
}

/** Counts the ended sessions whose end was not counted yet. Call it last in a transaction, like `countEnds`. */
export async function countUncountedEnds(query: Query, sessionIds: string[]): Promise<void> {
  await count(query, await leaveBatches(query, sessionIds));
}

async function count(query: Query, sessionIds: string[]): Promise<void> {
  if (sessionIds.length > 0) await query(COUNT, [plainArray(sessionIds)]);
}

interface CountedEnd {
  organizationId: string;
  mode: SessionMode;
  status: SessionStatus;
  finishedAt: Date | null;
}

const MINUTE_MS = 60_000;

/** Subtracts ends that were counted, because the sessions run again. Call it last in a transaction. */
export async function uncountEnds(query: Query, ends: readonly CountedEnd[]): Promise<void> {
  const counts = new Map<string, { column: string; organizationId: string; minute: Date; count: number }>();
  for (const { organizationId, mode, status, finishedAt } of ends) {
    if (finishedAt === null || status === 'QUEUED' || status === 'RUNNING' || status === 'WAITING') continue;
    const minute = new Date(Math.floor(finishedAt.getTime() / MINUTE_MS) * MINUTE_MS);
    const column = columnOf(mode, status);
    const key = `${organizationId} ${minute.toISOString()} ${column}`;
    counts.set(key, { column, organizationId, minute, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  for (const [, { column, organizationId, minute, count }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const text = `UPDATE session_counts SET ${column} = greatest(${column} - $3, 0)
      WHERE organization_id = $1 AND minute = $2::timestamptz`;
    await query({ name: `uncount_${column}`, text }, [organizationId, minute, count]);
  }
}
