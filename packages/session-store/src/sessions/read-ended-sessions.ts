import type { Json, SessionError, SessionStatus } from '@workflow/workflow-model';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { orderedColumn } from '../rows/key-order.ts';

export interface EndedSession {
  id: string;
  organizationId: string;
  status: SessionStatus;
  output: Json;
  error: SessionError | null;
}

const READ: Statement = {
  name: 'read_ended',
  text: `SELECT s.id, s.organization_id AS "organizationId", s.status,
      ${orderedColumn('s', 'output', 'ordered_output')} AS output, s.error
    FROM unnest($1::uuid[]) AS i(id) JOIN sessions s ON s.id = i.id
    WHERE s.status IN ('SUCCEEDED', 'FAILED', 'CANCELLED')`,
};

/** The terminal ones among the sessions. */
export async function readEndedSessions(sql: Sql, sessionIds: string[]): Promise<EndedSession[]> {
  if (sessionIds.length === 0) return [];
  return sql.query<EndedSession>(READ, [plainArray(sessionIds)]);
}
