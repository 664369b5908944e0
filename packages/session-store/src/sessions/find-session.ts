import type { SessionView } from '@workflow/workflow-model';
import type { Database, Statement } from '../database.ts';
import { sessionColumns, toSessionView } from './session-view.ts';
import type { SessionRow } from './session-view.ts';

const FIND: Statement = {
  name: 'find_session',
  text: `SELECT ${sessionColumns('s')} FROM sessions s WHERE s.id = $1 AND s.organization_id = $2`,
};

const FIND_STARTED_BY: Statement = {
  name: 'find_session_started_by',
  text: `SELECT ${sessionColumns('s')} FROM sessions s WHERE s.id = $1 AND s.started_by = $2`,
};

/** null: no such session in the organization. */
export async function findSession(database: Database, organizationId: string, sessionId: string): Promise<SessionView | null> {
  const [row] = await database.query<SessionRow>(FIND, [sessionId, organizationId]);
  return row === undefined ? null : toSessionView(row);
}

/** null: no such session, or another key or token started it. */
export async function findSessionStartedBy(database: Database, startedBy: string, sessionId: string): Promise<SessionView | null> {
  const [row] = await database.query<SessionRow>(FIND_STARTED_BY, [sessionId, startedBy]);
  return row === undefined ? null : toSessionView(row);
}
