import type { SessionStatus } from '@workflow/workflow-model';
import { countUncountedEnds } from '../rows/count-ends.ts';
import { timeOrderedId } from '../rows/time-ordered-id.ts';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';

/** The author of the deletion, as the audit log names them. */
export interface Deleter {
  type: 'user' | 'api-key' | 'system';
  id: string | null;
  name: string;
}

export type DeleteOutcome =
  | { kind: 'deleted' }
  /** The session or a child of it is under way. */
  | { kind: 'under-way'; status: SessionStatus; isChild: boolean }
  | { kind: 'not-found' };

/** The session with its children and theirs, locked. */
const LOCK: Statement = {
  name: 'lock_session_tree',
  text: `WITH RECURSIVE tree AS (
      SELECT id FROM sessions WHERE id = $1 AND organization_id = $2
      UNION ALL SELECT s.id FROM tree t JOIN sessions s ON s.parent_id = t.id AND s.organization_id = $2
    )
    SELECT s.id, s.status, s.workflow_id AS "workflowId" FROM sessions s WHERE s.id = ANY (ARRAY(SELECT id FROM tree))
    ORDER BY s.id FOR UPDATE`,
};

/** An idempotency key's answer repeats what was sent. A delivery's id stays, so that a redelivery starts nothing. */
const DELETE: Statement = {
  name: 'delete_session_tree',
  text: `WITH keys AS (
      DELETE FROM idempotency_keys WHERE organization_id = $2 AND session_id = ANY ($1::uuid[])
    ), steps_deleted AS (
      DELETE FROM steps WHERE session_id = ANY ($1::uuid[])
    ), audited AS (
      INSERT INTO audit_log
        (id, organization_id, actor_type, actor_id, actor_name, action, target_type, target_id, detail)
      VALUES ($3, $2, $4, $5, $6, 'session.delete', 'session', $7, $8::jsonb)
    )
    DELETE FROM sessions WHERE id = ANY ($1::uuid[]) AND organization_id = $2`,
};

/** Deletes an ended session, the children that it started, and all of their data; the audit log records it. */
export function deleteSession(
  sql: Sql,
  organizationId: string,
  deleter: Deleter,
  sessionId: string,
): Promise<DeleteOutcome> {
  return sql.transaction(async (query) => {
    const tree = await query<{ id: string; status: SessionStatus; workflowId: string }>(LOCK, [
      sessionId,
      organizationId,
    ]);
    const root = tree.find(({ id }) => id === sessionId);
    if (root === undefined) return { kind: 'not-found' };
    const underWay = [root, ...tree].find(({ status }) => !ENDED.includes(status));
    if (underWay !== undefined) return { kind: 'under-way', status: underWay.status, isChild: underWay !== root };
    const ids = tree.map(({ id }) => id);
    await countUncountedEnds(query, ids);
    await query(DELETE, [
      plainArray(ids),
      organizationId,
      timeOrderedId(),
      deleter.type,
      deleter.id,
      deleter.name,
      sessionId,
      JSON.stringify({ workflowId: root.workflowId, children: tree.length - 1 }),
    ]);
    return { kind: 'deleted' };
  });
}

const ENDED: readonly SessionStatus[] = ['SUCCEEDED', 'FAILED', 'CANCELLED'];
