import type { Definition, SessionMode, FailureCode, Json, JsonObject } from '@workflow/workflow-model';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';
import { orderedColumn, orderedDraft } from '../values/key-order.ts';
import { snapshotDefinition } from '../organization/snapshot-definition.ts';

/**
 * A session that another one starts (`run-workflow`, `for-each`). It is unique by parent, run, component and iteration.
 */
export interface NewChild {
  id: string;
  /** Null for the workflow and definition of its parent. */
  workflowId: string | null;
  componentId: string;
  placeholderValues: JsonObject;
  /** The sensitive values of its parent; none if left out. */
  sensitive?: readonly Json[];
  iteration: number;
  /** The published version to run; undefined for the latest. A TEST session runs the draft. */
  version?: number | undefined;
}

/** Why none of the children may start, as the error of the step that starts them. */
export interface ChildRefusal {
  kind: 'refused';
  code: FailureCode;
  message: string;
}

const READ_TARGETS = statement<
  { workflowIds: SqlArray; organizationId: string; mode: string; versions: SqlArray },
  Target
>()(
  'read_child_targets',
  `SELECT w.id, i.version AS wanted, v.number AS version, w.name, w.description,
      v.definition_id AS "definitionId",
      CASE WHEN $mode::session_mode = 'TEST' THEN ${orderedDraft('w')}
        ELSE ${orderedColumn('d', 'content', 'ordered_content')} END AS definition
    FROM unnest($workflowIds::uuid[], $versions::int[]) AS i(id, version)
    JOIN workflows w ON w.id = i.id AND w.organization_id = $organizationId AND w.deleted_at IS NULL
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND w.published_version IS NOT NULL
      AND v.number = coalesce(i.version, w.published_version)
    LEFT JOIN definitions d ON d.id = v.definition_id`,
  {
    id: 'uuid',
    wanted: 'int4?',
    version: 'int4?',
    name: 'text',
    description: 'text?',
    definitionId: 'uuid?',
    definition: 'json?',
  },
);

const READ_OWN = statement<{ sessionId: string }, Target & { definitionId: string; definition: Definition }>()(
  'read_own_target',
  `SELECT s.workflow_id AS id, NULL::int AS wanted, s.workflow_version AS version, '' AS name, NULL AS description,
      d.id AS "definitionId",
      ${orderedColumn('d', 'content', 'ordered_content')} AS definition
    FROM sessions s JOIN definitions d ON d.id = s.definition_id WHERE s.id = $sessionId`,
  {
    id: 'uuid',
    wanted: 'int4?',
    version: 'int4?',
    name: 'text',
    description: 'text?',
    definitionId: 'uuid',
    definition: 'json',
  },
);

/** A workflow that a child runs: its published version, or in TEST its draft. */
export interface Target {
  id: string;
  /** The version that the child requests; null for the published one. */
  wanted: number | null;
  name: string;
  description: string | null;
  version: number | null;
  definitionId: string | null;
  definition: Definition | null;
}

/** The session that starts children. */
interface StartingParent {
  sessionId: string;
  organizationId: string;
  mode: SessionMode;
}

/**
 * Returns the workflows of the children by `targetKey`, each with a stored definition, or the reason why one of the
 * children may not start. A child whose workflow is null runs the workflow and definition of its parent.
 */
export async function readTargets(
  query: Query,
  { sessionId, organizationId, mode }: StartingParent,
  children: NewChild[],
): Promise<ReadonlyMap<string, Target> | ChildRefusal> {
  const otherWorkflows = children.flatMap(({ workflowId, version }) =>
    workflowId === null ? [] : [{ workflowId, version }],
  );
  const otherTargets =
    otherWorkflows.length === 0 ? [] : await findTargets(query, organizationId, mode, otherWorkflows);
  const targets = new Map(otherTargets.map((target) => [targetKey(target.id, target.wanted), target]));
  const [ownTarget] = children.some(({ workflowId }) => workflowId === null)
    ? await query(...READ_OWN.with({ sessionId }))
    : [];
  if (ownTarget !== undefined) targets.set(targetKey(null, undefined), ownTarget);
  for (const child of children) {
    const refused = refusal(child, targets.get(targetKey(child.workflowId, child.version)), mode);
    if (refused !== null) return refused;
  }
  if (mode === 'TEST') await snapshotDrafts(query, organizationId, otherTargets);
  return targets;
}

/** Returns the key of a workflow in the version that a child requests. */
export function targetKey(workflowId: string | null, version: number | null | undefined): string {
  return `${workflowId ?? ''} ${version ?? ''}`;
}

/** Finds the workflows of children, once for each version. */
export function findTargets(
  query: Query,
  organizationId: string,
  mode: SessionMode,
  children: readonly { workflowId: string; version?: number | undefined }[],
): Promise<Target[]> {
  const requested = [...new Map(children.map((child) => [targetKey(child.workflowId, child.version), child])).values()];
  return query(
    ...READ_TARGETS.with({
      workflowIds: plainArray(requested.map(({ workflowId }) => workflowId)),
      organizationId,
      mode,
      versions: plainArray(requested.map(({ version }) => version ?? null)),
    }),
  );
}

function refusal(child: NewChild, target: Target | undefined, mode: SessionMode): ChildRefusal | null {
  const refuse = (code: FailureCode, message: string): ChildRefusal => ({ kind: 'refused', code, message });
  if (target === undefined) return refuse('ENTITY_NOT_FOUND', `Entity '${child.workflowId}' not found`);
  if (child.workflowId !== null && mode === 'PROD' && target.version === null)
    return refuse('WORKFLOW_NOT_PUBLISHED', `Workflow '${child.workflowId}' is not published`);
  const start = target.definition?.components.find((component) => component.id === child.componentId);
  // Only the component with the loop starts its items.
  if (start === undefined || (start.within !== undefined && child.workflowId !== null))
    return refuse('ENTITY_NOT_FOUND', `Entity '${child.componentId}' not found`);
  return start.disabled === true ? refuse('COMPONENT_DISABLED', `Component '${child.componentId}' is disabled`) : null;
}

async function snapshotDrafts(query: Query, organizationId: string, targets: Target[]): Promise<void> {
  for (const target of targets) {
    if (target.definition !== null)
      target.definitionId = await snapshotDefinition(query, organizationId, target.id, target.definition);
  }
}
