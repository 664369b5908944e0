import type { Fence, NewChild, StartChildrenOutcome } from '../contract.ts';
import type { Database, Query, Statement } from '../database.ts';
import { snapshotDefinition } from '../credentials/snapshot-definition.ts';
import type { Definition, SessionMode } from '@workflow/workflow-model';
import { jsonArray, plainArray } from '../sql-arrays.ts';

/** A chain of sessions that start each other is at most so long, so that a workflow which starts itself comes to an end. */
const MAX_DEPTH = 10;

/** Held until the commit: the parent can be neither cancelled nor claimed while its children are made. */
const LOCK_PARENT: Statement = {
  name: 'lock_parent',
  text: `SELECT organization_id AS "organizationId", mode, depth FROM sessions
    WHERE id = $1 AND attempt = $2 AND status = 'RUNNING' FOR SHARE`,
};

const READ_TARGETS: Statement = {
  name: 'read_child_targets',
  text: `SELECT w.id, w.published_version AS version, v.definition_id AS "definitionId",
      CASE WHEN $3::session_mode = 'TEST' THEN w.draft ELSE d.content END AS definition
    FROM workflows w
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = ANY ($1::uuid[]) AND w.organization_id = $2 AND w.deleted_at IS NULL`,
};

/** Into the backlog: the dispatcher lets children in as it lets in all others of their organization. */
const INSERT: Statement = {
  name: 'start_children',
  text: `INSERT INTO sessions (id, organization_id, workflow_id, definition_id, workflow_version, component_id, trigger, mode,
      placeholder_values, parent_id, parent_run, parent_component_id, parent_iteration, depth)
    SELECT i.id, $1, i.workflow_id, i.definition_id, i.workflow_version, i.component_id, 'WORKFLOW', $2::session_mode,
      i.placeholder_values::jsonb, $3, $4, $5, i.iteration, $6
    FROM unnest($7::uuid[], $8::uuid[], $9::uuid[], $10::int[], $11::uuid[], $12::text[], $13::int[])
      AS i(id, workflow_id, definition_id, workflow_version, component_id, placeholder_values, iteration)
    ON CONFLICT (parent_id, parent_run, parent_component_id, parent_iteration) WHERE parent_id IS NOT NULL DO NOTHING`,
};

interface Target {
  id: string;
  version: number | null;
  definitionId: string | null;
  definition: Definition | null;
}

/**
 * Makes the children that do not exist yet, in the parent's mode: PROD runs published versions, TEST drafts.
 * All of them or, when one is refused, none.
 */
export function startChildren(
  database: Database, fence: Fence, parent: { componentId: string; run: number }, children: NewChild[],
): Promise<StartChildrenOutcome> {
  return database.transaction(async (query) => {
    const [locked] = await query<{ organizationId: string; mode: SessionMode; depth: number }>(LOCK_PARENT, [fence.sessionId, fence.attempt]);
    if (locked === undefined) return { kind: 'fence-lost' };
    const { organizationId, mode, depth } = locked;
    if (depth >= MAX_DEPTH) {
      return { kind: 'refused', code: 'TOO_DEEP', message: `Workflows may start each other at most ${MAX_DEPTH} deep` };
    }
    const found = await query<Target>(READ_TARGETS, [plainArray([...new Set(children.map((child) => child.workflowId))]), organizationId, mode]);
    const targets = new Map(found.map((target) => [target.id, target]));
    for (const child of children) {
      const refused = refusal(child, targets.get(child.workflowId), mode);
      if (refused !== null) return refused;
    }
    if (mode === 'TEST') await snapshotDrafts(query, organizationId, found);
    const target = (child: NewChild): Target => targets.get(child.workflowId) as Target;
    await query(INSERT, [
      organizationId, mode, fence.sessionId, parent.run, parent.componentId, depth + 1,
      plainArray(children.map((child) => child.id)),
      plainArray(children.map((child) => child.workflowId)),
      plainArray(children.map((child) => target(child).definitionId)),
      plainArray(children.map((child) => (mode === 'TEST' ? null : target(child).version))),
      plainArray(children.map((child) => child.componentId)),
      jsonArray(children.map((child) => child.placeholderValues)),
      plainArray(children.map((child) => child.iteration)),
    ]);
    return { kind: 'started' };
  });
}

function refusal(child: NewChild, target: Target | undefined, mode: SessionMode): StartChildrenOutcome | null {
  if (target === undefined) {
    return { kind: 'refused', code: 'ENTITY_NOT_FOUND', message: `Entity '${child.workflowId}' not found` };
  }
  if (mode === 'PROD' && target.version === null) {
    return { kind: 'refused', code: 'WORKFLOW_NOT_PUBLISHED', message: `Workflow '${child.workflowId}' is not published` };
  }
  if (target.definition?.components.every((component) => component.id !== child.componentId) ?? true) {
    return { kind: 'refused', code: 'ENTITY_NOT_FOUND', message: `Entity '${child.componentId}' not found` };
  }
  return null;
}

async function snapshotDrafts(query: Query, organizationId: string, targets: Target[]): Promise<void> {
  for (const target of targets) {
    if (target.definition !== null) target.definitionId = await snapshotDefinition(query, organizationId, target.id, target.definition);
  }
}
