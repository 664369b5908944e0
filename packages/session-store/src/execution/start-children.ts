import type { Definition, FlowKeys, JsonObject, SessionMode, TraceContext } from '@workflow/workflow-model';
import type { Fence } from './claim-sessions.ts';
import { jsonArray, plainArray, textArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { flowKeyColumns, holdSessions } from '../rows/flow-entries.ts';
import type { FlowKeysOf } from '../rows/flow-keys-of.ts';
import { orderedJson } from '../rows/key-order.ts';
import { storedPriority } from '../rows/stored-priority.ts';
import { snapshotDefinition } from '../rows/snapshot-definition.ts';

/** A session started by another one (`run-workflow`, `for-each`): unique by parent, run, component and iteration. */
export interface NewChild {
  id: string;
  workflowId: string;
  componentId: string;
  placeholderValues: JsonObject;
  iteration: number;
}

/** The component that starts children. */
export interface ParentStep {
  componentId: string;
  run: number;
  /** The trace that the children continue. */
  trace?: TraceContext | null;
}

export type StartChildrenOutcome =
  | { kind: 'started' }
  | { kind: 'fence-lost' }
  | { kind: 'refused'; code: string; message: string };

/**
 * Greatest length of a chain of sessions that start each other, so that a workflow which starts itself ends.
 */
const MAX_DEPTH = 10;

/** Locked until the commit: the parent can be neither cancelled nor claimed while its children are made. */
const LOCK_PARENT: Statement = {
  name: 'lock_parent',
  text: `SELECT organization_id AS "organizationId", mode, depth, priority, request_id AS "requestId" FROM sessions
    WHERE id = $1 AND claim_number = $2 AND status = 'RUNNING' FOR SHARE`,
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

/** Children start in the backlog, from which the dispatcher feeds them like all sessions of their organization. */
const INSERT: Statement = {
  name: 'start_children',
  text: `WITH input AS MATERIALIZED (
      SELECT * FROM unnest($7::uuid[], $8::uuid[], $9::uuid[], $10::int[], $11::uuid[], $12::text[], $13::int[],
          $14::text[], $18::text[], $19::text[], $20::int[])
        AS i(id, workflow_id, definition_id, workflow_version, component_id, placeholder_values, iteration,
          ordered_values, concurrency_key, order_key, priority)
    ), started AS (
      INSERT INTO sessions (id, organization_id, workflow_id, definition_id, workflow_version, component_id,
      trigger, mode, placeholder_values, parent_id, parent_run, parent_component_id, parent_iteration, depth,
      ordered_values, request_id, traceparent, tracestate, priority, enqueued_at)
    SELECT i.id, $1, i.workflow_id, i.definition_id, i.workflow_version, i.component_id, 'WORKFLOW', $2::session_mode,
      i.placeholder_values::jsonb, $3, $4, $5, i.iteration, $6, i.ordered_values::json,
      $15, $16, $17, i.priority,
      CASE WHEN i.concurrency_key IS NOT NULL THEN 'infinity'::timestamptz END
    FROM input i
    ON CONFLICT (parent_id, parent_run, parent_component_id, parent_iteration) WHERE parent_id IS NOT NULL DO NOTHING
    RETURNING id, organization_id
    ), held AS (SELECT i.*, s.organization_id FROM input i JOIN started s ON s.id = i.id
    ), ${holdSessions('held')}
    SELECT id FROM started`,
};

interface LockedParent {
  organizationId: string;
  mode: SessionMode;
  depth: number;
  requestId: string | null;
  priority: number;
}

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
  sql: Sql,
  flowKeysOf: FlowKeysOf,
  fence: Fence,
  parent: ParentStep,
  children: NewChild[],
): Promise<StartChildrenOutcome> {
  return sql.transaction(async (query) => {
    const [locked] = await query<LockedParent>(LOCK_PARENT, [fence.sessionId, fence.claimNumber]);
    if (locked === undefined) return { kind: 'fence-lost' };
    const { organizationId, mode, depth, requestId, priority } = locked;
    if (depth >= MAX_DEPTH) {
      return { kind: 'refused', code: 'TOO_DEEP', message: `Workflows may start each other at most ${MAX_DEPTH} deep` };
    }
    const found = await query<Target>(READ_TARGETS, [
      plainArray([...new Set(children.map((child) => child.workflowId))]),
      organizationId,
      mode,
    ]);
    const targets = new Map(found.map((target) => [target.id, target]));
    for (const child of children) {
      const refused = refusal(child, targets.get(child.workflowId), mode);
      if (refused !== null) return refused;
    }
    if (mode === 'TEST') await snapshotDrafts(query, organizationId, found);
    const target = (child: NewChild): Target => targets.get(child.workflowId) as Target;
    const keys = mode === 'TEST' ? [] : await keysOfChildren(query, fence.sessionId, children, targets, flowKeysOf);
    await query(INSERT, [
      organizationId,
      mode,
      fence.sessionId,
      parent.run,
      parent.componentId,
      depth + 1,
      plainArray(children.map((child) => child.id)),
      plainArray(children.map((child) => child.workflowId)),
      plainArray(children.map((child) => target(child).definitionId)),
      plainArray(children.map((child) => (mode === 'TEST' ? null : target(child).version))),
      plainArray(children.map((child) => child.componentId)),
      jsonArray(children.map((child) => child.placeholderValues)),
      plainArray(children.map((child) => child.iteration)),
      textArray(children.map((child) => orderedJson(child.placeholderValues))),
      requestId,
      parent.trace?.traceparent ?? null,
      parent.trace?.tracestate ?? null,
      ...flowKeyColumns(children.map((_child, index) => keys[index])),
      plainArray(children.map((child) => priorityOf(target(child), mode) ?? priority)),
    ]);
    return { kind: 'started' };
  });
}

/** The priority that the child's workflow names; without one a child has its parent's. */
function priorityOf({ definition }: Target, mode: SessionMode): number | null {
  const priority = mode === 'TEST' ? undefined : definition?.flow?.priority;
  return priority === undefined ? null : storedPriority(priority);
}

/** The places of a session's ancestors, its own among them. */
const READ_PLACES: Statement = {
  name: 'read_places_of_ancestors',
  text: `WITH RECURSIVE ancestors AS (
      SELECT id, parent_id FROM sessions WHERE id = $1
      UNION ALL SELECT s.id, s.parent_id FROM sessions s JOIN ancestors a ON s.id = a.parent_id
    )
    SELECT workflow_id AS "workflowId", concurrency_key AS "concurrencyKey", order_key AS "orderKey"
    FROM flow_entries WHERE session_id IN (SELECT id FROM ancestors) AND stage = 'STARTED'`,
};

/** A child shares an ancestor's place of the same workflow and key: it waits neither for a place nor for its order. */
async function keysOfChildren(
  query: Query,
  parentId: string,
  children: NewChild[],
  targets: Map<string, Target>,
  flowKeysOf: FlowKeysOf,
): Promise<(FlowKeys | null)[]> {
  const limited = children.some((child) => targets.get(child.workflowId)?.definition?.flow !== undefined);
  if (!limited) return [];
  const places = await query<FlowKeys & { workflowId: string }>(READ_PLACES, [parentId]);
  return Promise.all(
    children.map(async (child) => {
      const definition = targets.get(child.workflowId)?.definition;
      const keys = definition ? await flowKeysOf(definition, child.placeholderValues) : null;
      const shares = places.some(
        (place) => place.workflowId === child.workflowId && keys !== null && sharesPlace(place, keys),
      );
      return shares ? null : keys;
    }),
  );
}

function sharesPlace(place: FlowKeys, keys: FlowKeys): boolean {
  return keys.concurrencyKey === '' ? place.orderKey === keys.orderKey : place.concurrencyKey === keys.concurrencyKey;
}

function refusal(child: NewChild, target: Target | undefined, mode: SessionMode): StartChildrenOutcome | null {
  if (target === undefined) {
    return { kind: 'refused', code: 'ENTITY_NOT_FOUND', message: `Entity '${child.workflowId}' not found` };
  }
  if (mode === 'PROD' && target.version === null) {
    return {
      kind: 'refused',
      code: 'WORKFLOW_NOT_PUBLISHED',
      message: `Workflow '${child.workflowId}' is not published`,
    };
  }
  const start = target.definition?.components.find((component) => component.id === child.componentId);
  if (start === undefined) {
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
