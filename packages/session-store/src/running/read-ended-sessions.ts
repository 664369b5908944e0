import type { EndedSession } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { plainArray } from '../sql-arrays.ts';

const READ: Statement = {
  name: 'read_ended',
  text: `SELECT s.id, s.organization_id AS "organizationId", s.status, s.output, s.error
    FROM unnest($1::uuid[]) AS i(id) JOIN sessions s ON s.id = i.id
    WHERE s.status IN ('SUCCEEDED', 'FAILED', 'CANCELLED')`,
};

/** The terminal ones among the sessions. */
export async function readEndedSessions(database: Database, sessionIds: string[]): Promise<EndedSession[]> {
  if (sessionIds.length === 0) return [];
  return database.query<EndedSession>(READ, [plainArray(sessionIds)]);
}
