import type { SessionStatus } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Sql } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { UNDER_WAY } from '../ends/end-below.ts';

/** Identifies the state of a session, for comparison with the last poll: any difference means a change. */
export interface SessionMark {
  sessionId: string;
  organizationId: string;
  status: SessionStatus;
  /** Changes with every written status and step. Compare it only for equality. */
  mark: string;
}

/**
 * Every write of a row gives it a new `xmin`, so the marks differ if the session or one of its steps was written. Steps
 * of earlier runs and of ended sessions no longer change, so they are not read: there may be 20,000 of them.
 */
const READ = statement<{ sessionIds: SqlArray }>()(
  'read_marks',
  `SELECT s.id AS "sessionId", s.organization_id AS "organizationId", s.status,
      s.xmin::text || CASE WHEN ${UNDER_WAY}
        THEN (SELECT '-' || count(*) || '-' || coalesce(sum(t.xmin::text::bigint), 0)
          FROM steps t WHERE t.session_id = s.id AND t.run = s.run) ELSE '' END AS mark
    FROM unnest($sessionIds::uuid[]) AS i(id) JOIN sessions s ON s.id = i.id
    WHERE NOT ${isDeletedAbove('s')}`,
  { sessionId: 'uuid', organizationId: 'uuid', status: 'session_status', mark: 'text' },
);

/** Reads all watched sessions in one statement. Leaves out sessions that do not exist. */
export async function readMarks(sql: Sql, sessionIds: string[]): Promise<SessionMark[]> {
  if (sessionIds.length === 0) return [];
  return sql.query(...READ.with({ sessionIds: plainArray(sessionIds) }));
}
