import type { Definition, SessionMode } from '@workflow/workflow-model';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import { orderedColumn, orderedDraft } from '../rows/key-order.ts';
import { snapshotDefinition } from '../rows/snapshot-definition.ts';
import type { ChildRefusal, NewChild } from './new-child.ts';

const READ_TARGETS: Statement = {
  name: 'read_child_targets',
  text: `SELECT w.id, w.published_version AS version, v.definition_id AS "definitionId",
      CASE WHEN $3::session_mode = 'TEST' THEN ${orderedDraft('w')}
        ELSE ${orderedColumn('d', 'content', 'ordered_content')} END AS definition
    FROM workflows w
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = ANY ($1::uuid[]) AND w.organization_id = $2 AND w.deleted_at IS NULL`,
};

const READ_OWN: Statement = {
  name: 'read_own_target',
  text: `SELECT s.workflow_id AS id, s.workflow_version AS version, d.id AS "definitionId",
      ${orderedColumn('d', 'content', 'ordered_content')} AS definition
    FROM sessions s JOIN definitions d ON d.id = s.definition_id WHERE s.id = $1`,
};

/** A workflow that a child runs: its published version, or in TEST its draft. */
export interface Target {
  id: string;
  version: number | null;
  definitionId: string | null;
  definition: Definition | null;
}

/** The session that starts children. */
export interface StartingParent {
  sessionId: string;
  organizationId: string;
  mode: SessionMode;
}

/**
 * Returns the workflows of the children by id, each with a stored definition, or why one of the children may not start.
 * With null the workflow is that of the parent, in the definition that the parent runs.
 */
export async function readTargets(
  query: Query,
  { sessionId, organizationId, mode }: StartingParent,
  children: NewChild[],
): Promise<ReadonlyMap<string | null, Target> | ChildRefusal> {
  const ids = new Set(children.map((child) => child.workflowId).filter((id) => id !== null));
  const found = ids.size === 0 ? [] : await query<Target>(READ_TARGETS, [plainArray([...ids]), organizationId, mode]);
  const targets = new Map<string | null, Target>(found.map((target) => [target.id, target]));
  const [own] = children.some(({ workflowId }) => workflowId === null)
    ? await query<Target>(READ_OWN, [sessionId])
    : [];
  if (own !== undefined) targets.set(null, own);
  for (const child of children) {
    const refused = refusal(child, targets.get(child.workflowId), mode);
    if (refused !== null) return refused;
  }
  if (mode === 'TEST') await snapshotDrafts(query, organizationId, found);
  return targets;
}

function refusal(child: NewChild, target: Target | undefined, mode: SessionMode): ChildRefusal | null {
  if (target === undefined) {
    return { kind: 'refused', code: 'ENTITY_NOT_FOUND', message: `Entity '${child.workflowId}' not found` };
  }
  if (child.workflowId !== null && mode === 'PROD' && target.version === null) {
    return {
      kind: 'refused',
      code: 'WORKFLOW_NOT_PUBLISHED',
      message: `Workflow '${child.workflowId}' is not published`,
    };
  }
  const start = target.definition?.components.find((component) => component.id === child.componentId);
  // Only the component with the body starts its items.
  if (start === undefined || (start.within !== undefined && child.workflowId !== null)) {
    return { kind: 'refused', code: 'ENTITY_NOT_FOUND', message: `Entity '${child.componentId}' not found` };
  }
  if (start.disabled === true) {
    return { kind: 'refused', code: 'COMPONENT_DISABLED', message: `Component '${child.componentId}' is disabled` };
  }
  return null;
}

async function snapshotDrafts(query: Query, organizationId: string, targets: Target[]): Promise<void> {
  for (const target of targets) {
    if (target.definition !== null)
      target.definitionId = await snapshotDefinition(query, organizationId, target.id, target.definition);
  }
}
