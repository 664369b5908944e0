import type { SessionStatus } from '@workflow/workflow-model';
import { countUncountedEnds } from '../ends/count-ends.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { lockTrees } from '../ends/ended-above.ts';
import { auditParameters, writeAuditIf, type Actor, type AuditParameters } from '../organization/audit-entry.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { READ_STATUS } from './read-status.ts';
import { walkBelow } from './walk-below.ts';

export type DeleteOutcome =
  | { kind: 'deleted' }
  /** The session or a child of it has not ended. */
  | { kind: 'under-way'; status: SessionStatus; isChild: boolean }
  | { kind: 'not-found' };

const LOCK = statement<{ sessionId: string; organizationId: string }>()(
  'lock_session_to_delete',
  `SELECT s.status, s.workflow_id AS "workflowId" FROM sessions s
    WHERE s.id = $sessionId AND s.organization_id = $organizationId AND NOT ${isDeletedAbove('s')} FOR UPDATE OF s`,
  { status: 'session_status', workflowId: 'uuid' },
);

/**
 * Deletes the session. The answer of an idempotency key repeats values, so it is deleted. The id of a delivery remains,
 * so that a redelivery starts nothing.
 */
const DELETE = statement<AuditParameters & { sessionId: string; organizationId: string }>()(
  'delete_session',
  `WITH keys AS (
      DELETE FROM idempotency_keys WHERE organization_id = $organizationId AND session_id = $sessionId
    ), audited AS (
      ${writeAuditIf('(SELECT) here')}
    ), marked AS (
      INSERT INTO deleted_sessions (session_id, organization_id, with_below) VALUES ($sessionId, $organizationId, true)
    )
    DELETE FROM sessions WHERE id = $sessionId AND organization_id = $organizationId`,
  {},
);

/**
 * Deletes an ended session with all descendants, and records it in the audit log. From the commit on, none of them is
 * found or claimed. Executors delete the rows later. Descendants that began after the check are ended and deleted as
 * well.
 */
export async function deleteSession(
  sql: Sql,
  organizationId: string,
  actor: Actor,
  sessionId: string,
): Promise<DeleteOutcome> {
  const [root] = await sql.query(...READ_STATUS.with({ sessionId, organizationId }));
  if (root === undefined) return { kind: 'not-found' };
  if (!ENDED.includes(root.status)) return { kind: 'under-way', status: root.status, isChild: false };
  const below = await walkBelow(sql, sessionId);
  if ('underWay' in below) return { kind: 'under-way', status: below.underWay, isChild: true };
  return sql.transaction(async (query) => {
    await lockTrees(query, [sessionId]);
    const [session] = await query(...LOCK.with({ sessionId, organizationId }));
    if (session === undefined) return { kind: 'not-found' };
    if (!ENDED.includes(session.status)) return { kind: 'under-way', status: session.status, isChild: false };
    await countUncountedEnds(query, [sessionId]);
    const detail = { workflowId: session.workflowId, children: below.count };
    const entry = { action: 'session.delete', targetId: sessionId, detail };
    const audited = auditParameters(organizationId, { actor, entry });
    await query(...DELETE.with({ sessionId, organizationId, ...audited }));
    return { kind: 'deleted' };
  });
}

const ENDED: readonly SessionStatus[] = ['SUCCEEDED', 'FAILED', 'CANCELLED'];
