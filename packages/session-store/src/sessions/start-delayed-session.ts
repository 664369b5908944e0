import type { SessionView } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { READ_STATUS } from './read-status.ts';
import { readChangedSession } from './read-changed-session.ts';

export type StartOutcome =
  | { kind: 'started'; session: SessionView }
  /** The session started already, or was never delayed. */
  | { kind: 'not-delayed' }
  | { kind: 'not-found' };

/** Locks the session before its entry, as at its end. */
const LOCK: Statement = {
  name: 'lock_delayed_session',
  text: `SELECT s.id FROM sessions s WHERE s.id = $1 AND s.organization_id = $2 AND s.status = 'QUEUED'
      AND NOT ${isDeletedAbove('s')}
      AND EXISTS (SELECT FROM flow_entries e WHERE e.session_id = s.id AND e.stage = 'DELAYED')
    FOR NO KEY UPDATE OF s`,
};

/** Makes the session due, so that the dispatcher starts it. Its expiry counts from now. */
const START: Statement = {
  name: 'start_delayed_now',
  text: `WITH started AS (
      UPDATE sessions s SET starts_at = now(), expires_at = now() + (s.expires_at - s.starts_at)
      WHERE s.id = $1 RETURNING s.expires_at
    ), expiries AS (
      UPDATE session_expiries e SET expires_at = started.expires_at FROM started WHERE e.session_id = $1
    )
    UPDATE flow_entries SET starts_at = now() WHERE session_id = $1 AND stage = 'DELAYED' RETURNING session_id`,
};

/** Starts a delayed session now. */
export function startDelayedSession(sql: Sql, organizationId: string, sessionId: string): Promise<StartOutcome> {
  return sql.transaction(async (query): Promise<StartOutcome> => {
    const locked = await query(LOCK, [sessionId, organizationId]);
    const started = locked.length === 0 ? [] : await query(START, [sessionId]);
    if (started.length === 0) {
      const rows = await query(READ_STATUS, [sessionId, organizationId]);
      return { kind: rows.length === 0 ? 'not-found' : 'not-delayed' };
    }
    return { kind: 'started', session: await readChangedSession(query, sessionId) };
  });
}
