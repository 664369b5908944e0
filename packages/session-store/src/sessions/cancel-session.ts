import type { SessionStatus, SessionView } from '@workflow/workflow-model';
import type { Sql } from '../postgres/sql.ts';
import { cancelLittleBelow } from '../ends/end-below.ts';
import { cancelSessions } from './cancel-sessions.ts';
import { READ_STATUS } from './read-status.ts';
import { readChangedSession } from './read-changed-session.ts';

type CancelOutcome =
  | { kind: 'cancelled'; session: SessionView }
  | { kind: 'terminal'; status: SessionStatus }
  | { kind: 'not-found' };

/** Cancels a session and ends its descendants. The rows of a large tree are updated later. */
export async function cancelSession(sql: Sql, organizationId: string, sessionId: string): Promise<CancelOutcome> {
  const parents: string[] = [];
  const outcome = await sql.transaction(async (query): Promise<CancelOutcome> => {
    const done = await cancelSessions(query, organizationId, [sessionId]);
    if (done.cancelled.length === 0) {
      const [session] = await query(...READ_STATUS.with({ sessionId, organizationId }));
      return session === undefined ? { kind: 'not-found' } : { kind: 'terminal', status: session.status };
    }
    parents.push(...done.parents);
    return { kind: 'cancelled', session: await readChangedSession(query, sessionId) };
  });
  await cancelLittleBelow(sql, parents);
  return outcome;
}
