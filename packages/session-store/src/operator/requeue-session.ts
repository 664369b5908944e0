import type { SessionStatus } from '@workflow/workflow-model';
import type { PrismaClient } from '../generated/client.ts';
import { writeAudit, type Actor } from '../management/audit-log.ts';
import { isHeld, moveToBacklog } from '../queued/queued-states.ts';
import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';

type RequeueOutcome =
  | { kind: 'requeued' }
  | { kind: 'not-waiting'; status: SessionStatus }
  | { kind: 'held' }
  | { kind: 'not-found' };

const LOCK = statement<{ sessionId: string }, { status: SessionStatus; held: boolean; organizationId: string }>()(
  'lock_session_to_requeue',
  `SELECT status::text AS status, coalesce(${isHeld()}, false) AS held, organization_id AS "organizationId"
    FROM sessions WHERE id = $sessionId::uuid FOR NO KEY UPDATE`,
  { status: 'text', held: 'bool', organizationId: 'uuid' },
);

const REQUEUE = statement<{ sessionId: string }>()(
  'requeue_session',
  `UPDATE sessions SET status = 'QUEUED', claim_number = claim_number + 1, executor_id = NULL,
      ${moveToBacklog()}
    WHERE id = $sessionId::uuid`,
  {},
);

/**
 * Moves a QUEUED or RUNNING session to the backlog, from which the dispatcher enqueues it again. The executor that runs
 * it loses its claim. Committed steps remain, as after a crash.
 */
export function requeueSession(prisma: PrismaClient, actor: Actor, sessionId: string): Promise<RequeueOutcome> {
  return prisma.$transaction(async (database): Promise<RequeueOutcome> => {
    const query = queryIn(database);
    const [session] = await query(...LOCK.with({ sessionId }));
    if (session === undefined) return { kind: 'not-found' };
    const { status, held, organizationId } = session;
    if (status !== 'QUEUED' && status !== 'RUNNING') return { kind: 'not-waiting', status };
    if (held) return { kind: 'held' };
    await query(...REQUEUE.with({ sessionId }));
    await writeAudit(database, organizationId, actor, {
      action: 'session.requeue',
      targetId: sessionId,
      detail: { status },
    });
    return { kind: 'requeued' };
  });
}
