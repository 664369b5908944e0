import type { SessionView } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { READ_STATUS } from './read-status.ts';
import { readChangedSession } from './read-changed-session.ts';

export type StartOutcome =
  | { kind: 'started'; session: SessionView }
  /** The session started already, or was never delayed. */
  | { kind: 'not-delayed' }
  | { kind: 'not-found' };

/** Locks the session before its entry, as at its end. */
const LOCK = statement<{ sessionId: string; organizationId: string }>()(
  'lock_delayed_session',
  `SELECT s.id FROM sessions s WHERE s.id = $sessionId AND s.organization_id = $organizationId AND s.status = 'QUEUED'
      AND NOT ${isDeletedAbove('s')}
      AND EXISTS (SELECT FROM flow_entries e WHERE e.session_id = s.id AND e.stage = 'DELAYED')
    FOR NO KEY UPDATE OF s`,
  { id: 'uuid' },
);

/**
 * Makes the session due, so that the dispatcher starts it. Its expiry counts from now, in seconds: days of an interval
 * would be longer or shorter where the time zone of the connection changes its clocks.
 */
const START = statement<{ sessionId: string }>()(
  'start_delayed_now',
  `WITH started AS (
      UPDATE sessions s SET starts_at = now(),
        expires_at = now() + extract(epoch FROM s.expires_at - s.starts_at) * interval '1 second'
      WHERE s.id = $sessionId RETURNING s.expires_at
    ), expiries AS (
      UPDATE session_expiries e SET expires_at = started.expires_at FROM started WHERE e.session_id = $sessionId
    )
    UPDATE flow_entries SET starts_at = now() WHERE session_id = $sessionId AND stage = 'DELAYED' RETURNING session_id`,
  { session_id: 'uuid' },
);

/** Starts a delayed session now. */
export function startDelayedSession(sql: Sql, organizationId: string, sessionId: string): Promise<StartOutcome> {
  return sql.transaction(async (query): Promise<StartOutcome> => {
    const locked = await query(...LOCK.with({ sessionId, organizationId }));
    const started = locked.length === 0 ? [] : await query(...START.with({ sessionId }));
    if (started.length === 0) {
      const rows = await query(...READ_STATUS.with({ sessionId, organizationId }));
      return { kind: rows.length === 0 ? 'not-found' : 'not-delayed' };
    }
    return { kind: 'started', session: await readChangedSession(query, sessionId) };
  });
}
