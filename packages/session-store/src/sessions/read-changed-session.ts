import type { SessionView } from '@workflow/workflow-model';
import type { Query, Statement } from '../postgres/sql.ts';
import { type SessionRow, sessionColumns, toSessionView } from './session-view.ts';

const READ: Statement = {
  name: 'read_changed_session',
  text: `SELECT ${sessionColumns('s')} FROM sessions s WHERE s.id = $1`,
};

/** Returns a session as the transaction that has changed it sees it. */
export async function readChangedSession(query: Query, sessionId: string): Promise<SessionView> {
  const [row] = await query<SessionRow>(READ, [sessionId]);
  return toSessionView(row as SessionRow);
}
