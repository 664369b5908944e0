import type { Json, SessionError, SessionStatus } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Sql } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { orderedColumn } from '../values/key-order.ts';
import { valueBytes } from '../values/value-bytes.ts';

export interface EndedSession {
  id: string;
  organizationId: string;
  status: SessionStatus;
  output: Json;
  error: SessionError | null;
  /** True if its output did not fit after those of the previous sessions, so that the caller must read it again. */
  unread?: true;
}

/** Maximum bytes of outputs that one statement reads, as JSON text. */
const MAX_BYTES = 4 * 1024 * 1024;

const READ = statement<{ sessionIds: SqlArray }, Omit<EndedSession, 'unread'> & { unread: boolean }>()(
  'read_ended',
  `SELECT s.id, s.organization_id AS "organizationId", s.status,
      CASE WHEN s.total <= ${MAX_BYTES} OR s.total = s.bytes
        THEN ${orderedColumn('s', 'output', 'ordered_output')} END AS output,
      s.error, s.total > ${MAX_BYTES} AND s.total <> s.bytes AS unread
    FROM (SELECT m.*, sum(m.bytes) OVER (ORDER BY m.position) AS total
      FROM (SELECT s.*, i.position, ${valueBytes('s', 'output')} AS bytes
        FROM unnest($sessionIds::uuid[]) WITH ORDINALITY AS i(id, position) JOIN sessions s ON s.id = i.id
        WHERE s.status IN ('SUCCEEDED', 'FAILED', 'CANCELLED') AND NOT ${isDeletedAbove('s')}) m) s`,
  { id: 'uuid', organizationId: 'uuid', status: 'session_status', output: 'json?', error: 'jsonb?', unread: 'bool' },
);

/** Returns the sessions that are terminal. Outputs beyond some megabytes are `unread`. */
export async function readEndedSessions(sql: Sql, sessionIds: string[]): Promise<EndedSession[]> {
  if (sessionIds.length === 0) return [];
  const rows = await sql.query(...READ.with({ sessionIds: plainArray(sessionIds) }));
  return rows.map(({ unread, ...ended }) => (unread ? { ...ended, unread } : ended));
}
