import type { SessionStatus } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Sql } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';

/** The state of a session without its values, by which a list notices a change. */
export interface SessionState {
  id: string;
  status: SessionStatus;
  /** Differs whenever the session was started, ended or retried. Compare it only for equality. */
  state: string;
  /** When it was last accepted, started or ended, in milliseconds since the epoch. */
  changedAtMs: number;
}

/** The columns of a `SessionState` of `sessions s`. */
export const STATE_COLUMNS = `s.id, s.status,
  concat_ws(' ', s.status, s.run, extract(epoch FROM s.started_at), extract(epoch FROM s.finished_at)) AS state,
  coalesce(extract(epoch FROM coalesce(s.finished_at, s.started_at)) * 1000,
    ('x' || translate(left(s.id::text, 13), '-', ''))::bit(48)::bigint)::float8 AS "changedAtMs"`;

/** The columns of a `SessionState` with their types in PostgreSQL. */
export const STATE_ROW_COLUMNS = {
  id: 'uuid',
  status: 'session_status',
  state: 'text',
  changedAtMs: 'float8',
} as const;

const READ = statement<{ sessionIds: SqlArray; organizationId: string }>()(
  'read_states',
  `SELECT ${STATE_COLUMNS} FROM unnest($sessionIds::uuid[]) AS i(id)
    JOIN sessions s ON s.id = i.id AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}`,
  STATE_ROW_COLUMNS,
);

/** Returns the states of the sessions that exist in the organization, in no particular order. */
export async function readStates(
  sql: Sql,
  organizationId: string,
  sessionIds: readonly string[],
): Promise<SessionState[]> {
  if (sessionIds.length === 0) return [];
  return sql.query(...READ.with({ sessionIds: plainArray(sessionIds), organizationId }));
}
