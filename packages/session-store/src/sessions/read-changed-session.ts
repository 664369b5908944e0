import type { SessionView } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';
import { SESSION_ROW_COLUMNS, sessionColumns, toSessionView, type SessionRow } from './session-view.ts';

const READ = statement<{ sessionId: string }, SessionRow>()(
  'read_changed_session',
  `SELECT ${sessionColumns('s')} FROM sessions s WHERE s.id = $sessionId`,
  SESSION_ROW_COLUMNS,
);

/** Returns a session as the transaction that has changed it sees it. */
export async function readChangedSession(query: Query, sessionId: string): Promise<SessionView> {
  const [row] = await query(...READ.with({ sessionId }));
  return toSessionView(row as SessionRow);
}
