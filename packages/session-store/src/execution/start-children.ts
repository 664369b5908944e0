import type { SessionMode, TraceContext } from '@workflow/workflow-model';
import { keysOfChildren } from './child-keys.ts';
import { priorityOf, readTargets, type Target } from './child-targets.ts';
import type { Fence } from './claim-sessions.ts';
import { jsonArray, plainArray, textArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { flowKeyColumns, holdSessions } from '../rows/flow-entries.ts';
import type { FlowKeysOf } from '../rows/flow-keys-of.ts';
import type { ChildRefusal, NewChild } from './new-child.ts';
import { orderedJson } from '../rows/key-order.ts';

/** The component that starts children. */
export interface ParentStep {
  componentId: string;
  run: number;
  /** The trace that the children continue. */
  trace?: TraceContext | null;
}

export type StartChildrenOutcome = { kind: 'started' } | { kind: 'fence-lost' } | ChildRefusal;

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
    const targets = await readTargets(query, organizationId, mode, children);
    if ('kind' in targets) return targets;
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
