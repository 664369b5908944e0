import type { SessionStatus, SessionView } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';
import { cancelSessions } from './cancel-sessions.ts';
import { type SessionRow, sessionColumns, toSessionView } from './session-view.ts';

export type CancelOutcome =
  | { kind: 'cancelled'; session: SessionView }
  | { kind: 'terminal'; status: SessionStatus }
  | { kind: 'not-found' };

const READ_STATUS: Statement = {
  name: 'read_session_status',
  text: 'SELECT status FROM sessions WHERE id = $1 AND organization_id = $2',
};

const READ: Statement = {
  name: 'read_cancelled_session',
  text: `SELECT ${sessionColumns('s')} FROM sessions s WHERE s.id = $1`,
};

/** Cancels a session and the children under way below it. */
export function cancelSession(sql: Sql, organizationId: string, sessionId: string): Promise<CancelOutcome> {
  return sql.transaction(async (query) => {
    const { cancelled } = await cancelSessions(query, organizationId, [sessionId]);
    if (cancelled.length === 0) {
      const [known] = await query<{ status: SessionStatus }>(READ_STATUS, [sessionId, organizationId]);
      return known === undefined ? { kind: 'not-found' } : { kind: 'terminal', status: known.status };
    }
    const [row] = await query<SessionRow>(READ, [sessionId]);
    return { kind: 'cancelled', session: toSessionView(row as SessionRow) };
  });
}
