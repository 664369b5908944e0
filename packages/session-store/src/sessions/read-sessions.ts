import type { SessionView } from '@workflow/workflow-model';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import {
  SESSION_ROW_COLUMNS,
  sessionColumnsIf,
  sessionValueBytes,
  toSessionView,
  type SessionRow,
} from './session-view.ts';

/** A session in a stream. `truncated` is set if its values were too large and left out. */
export type SentSession = SessionView & { truncated?: true };

/** Sizes are added up before any value is read. Values that do not fit are not read. */
const READ = statement<
  { ids: SqlArray; organizationId: string; maxSessionBytes: number; maxBytes: number },
  SessionRow & { truncated: boolean }
>()(
  'read_sessions',
  `WITH measured AS MATERIALIZED (
      SELECT i.position, s.id, b.bytes FROM unnest($ids::uuid[]) WITH ORDINALITY AS i(id, position)
      JOIN sessions s ON s.id = i.id AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')}
      CROSS JOIN LATERAL (SELECT ${sessionValueBytes('s')} AS bytes OFFSET 0) b
    ), fitting AS MATERIALIZED (
      SELECT m.*, sum(CASE WHEN m.bytes <= $maxSessionBytes::bigint
        THEN m.bytes ELSE 0 END) OVER (ORDER BY m.position) AS total
      FROM measured m
    )
    SELECT ${sessionColumnsIf('f.bytes <= $maxSessionBytes::bigint', 's')}, f.bytes > $maxSessionBytes::bigint
      AS truncated
    FROM fitting f CROSS JOIN LATERAL (SELECT * FROM sessions WHERE id = f.id OFFSET 0) s
    WHERE f.total <= $maxBytes::bigint OR f.total = f.bytes ORDER BY f.position`,
  { ...SESSION_ROW_COLUMNS, truncated: 'bool' },
);

/** Maximum number of sessions whose sizes one statement examines. */
const MAX_SESSIONS = 20;

interface SessionPart {
  items: SentSession[];
  /** Ids that were not read yet. */
  unreadIds: string[];
}

/**
 * Returns the first of these sessions of the organization, in the order of the ids, as many as fit.
 *
 * @param limits `maxBytes` limits all values, but one session always fits; a session with more than `maxSessionBytes`
 * is truncated
 */
export async function readSessions(
  sql: Sql,
  organizationId: string,
  sessionIds: readonly string[],
  limits: { maxBytes: number; maxSessionBytes: number },
): Promise<SessionPart> {
  const ids = sessionIds.slice(0, MAX_SESSIONS);
  if (ids.length === 0) return { items: [], unreadIds: [] };
  const rows = await sql.query(
    ...READ.with({
      ids: plainArray(ids),
      organizationId,
      maxSessionBytes: limits.maxSessionBytes,
      maxBytes: limits.maxBytes,
    }),
  );
  const last = rows.at(-1)?.id;
  // If there is no row, none of the sessions exists any more.
  const handled = last === undefined ? ids.length : ids.indexOf(last) + 1;
  return { items: rows.map(toSentSession), unreadIds: sessionIds.slice(handled) };
}

export function toSentSession({ truncated, ...row }: SessionRow & { truncated: boolean }): SentSession {
  return truncated ? { ...toSessionView(row), truncated } : toSessionView(row);
}
