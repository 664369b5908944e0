import type { FlowKeys, SessionMode, TraceContext } from '@workflow/workflow-model';
import { keysOfChildren } from './child-keys.ts';
import { priorityOf, readTargets, type Target } from './child-targets.ts';
import type { Fence } from './claim-sessions.ts';
import { jsonArray, plainArray, textArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { isEndedAbove } from '../rows/ended-above.ts';
import { flowKeyColumns, holdSessions } from '../rows/flow-entries.ts';
import { type FlowKeysOptions, transactionWithKeys } from '../rows/flow-keys-of.ts';
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

/** Locked until the commit: neither the parent nor an ancestor can be cancelled while children are made. */
const LOCK_PARENT: Statement = {
  name: 'lock_parent',
  text: `SELECT organization_id AS "organizationId", mode, depth, priority, request_id AS "requestId",
      coalesce((SELECT path FROM parent_sessions p WHERE p.session_id = sessions.parent_id), '{}') || id AS path
    FROM sessions
    WHERE NOT ${isEndedAbove('id', 'ARRAY[$1::uuid]')}
      AND id = $1 AND claim_number = $2 AND status = 'RUNNING' FOR SHARE`,
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
      ordered_values, request_id, traceparent, tracestate, priority, enqueued_at, values_bytes,
      tree_number)
    SELECT i.id, $1, i.workflow_id, i.definition_id, i.workflow_version, i.component_id, 'WORKFLOW', $2::session_mode,
      i.placeholder_values::jsonb, $3, $4, $5, i.iteration, $6, i.ordered_values::json,
      $15, $16, $17, i.priority,
      CASE WHEN i.concurrency_key IS NOT NULL THEN 'infinity'::timestamptz END, octet_length(i.placeholder_values),
      nextval('tree_numbers')
    FROM input i
    ON CONFLICT (parent_id, parent_run, parent_component_id, parent_iteration) WHERE parent_id IS NOT NULL DO NOTHING
    RETURNING id, organization_id
    ), held AS (SELECT i.*, s.organization_id FROM input i JOIN started s ON s.id = i.id
    ), ${holdSessions('held')}, parent AS (
      INSERT INTO parent_sessions (session_id, organization_id, path, depth)
      VALUES ($3, $1, $21::uuid[], cardinality($21::uuid[]) - 1) ON CONFLICT (session_id) DO NOTHING
    )
    SELECT id FROM started`,
};

/**
 * Last in the transaction, since those that start children in one tree wait for each other from here to the commit.
 * Without a row the tree would become too large.
 */
const COUNT: Statement = {
  name: 'count_descendants',
  text: `INSERT INTO tree_sizes AS t (root_id, sessions) SELECT $1, $2::int WHERE $2::int <= $3::int
    ON CONFLICT (root_id) DO UPDATE SET sessions = t.sessions + excluded.sessions
      WHERE t.sessions + excluded.sessions <= $3::int
    RETURNING sessions`,
};

/** Rolls back what was made. */
class TooManyDescendants extends Error {
  override name = 'TooManyDescendants';
}

interface LockedParent {
  organizationId: string;
  mode: SessionMode;
  depth: number;
  requestId: string | null;
  priority: number;
  /** From the root to the parent itself. */
  path: string[];
}

export interface ChildrenOptions extends FlowKeysOptions {
  /** Sessions that a root makes at the most, with those that its children make, in all of its runs. */
  maxDescendants?: number;
}

const MAX_DESCENDANTS = 100_000;

/**
 * Makes the children that do not exist yet, in the parent's mode: PROD runs published versions, TEST drafts.
 * All of them or, when one is refused, none.
 */
export async function startChildren(
  sql: Sql,
  { flowKeysOf, maxDescendants = MAX_DESCENDANTS }: ChildrenOptions,
  fence: Fence,
  parent: ParentStep,
  children: NewChild[],
): Promise<StartChildrenOutcome> {
  try {
    return await transactionWithKeys(sql, async (query, ready) => {
      const [locked] = await query<LockedParent>(LOCK_PARENT, [fence.sessionId, fence.claimNumber]);
      if (locked === undefined) return { kind: 'fence-lost' };
      const { organizationId, mode, depth, path } = locked;
      if (depth >= MAX_DEPTH) {
        const message = `Workflows may start each other at most ${MAX_DEPTH} deep`;
        return { kind: 'refused', code: 'TOO_DEEP', message };
      }
      const targets = await readTargets(query, organizationId, mode, children);
      if ('kind' in targets) return targets;
      const computing = { ready, flowKeysOf };
      const keys = mode === 'TEST' ? [] : await keysOfChildren(query, fence.sessionId, children, targets, computing);
      const aimed = children.map((child, index) => ({
        ...child,
        target: targets.get(child.workflowId) as Target,
        keys: keys[index] ?? null,
      }));
      const started = await insert(query, locked, parent, aimed);
      if (started > 0 && (await query(COUNT, [path[0], started, maxDescendants])).length === 0)
        throw new TooManyDescendants();
      return { kind: 'started' };
    });
  } catch (error) {
    if (!(error instanceof TooManyDescendants)) throw error;
    const message = `A session may make at most ${maxDescendants} sessions, with those that its children make`;
    return { kind: 'refused', code: 'TOO_MANY_DESCENDANTS', message };
  }
}

type AimedChild = NewChild & { target: Target; keys: FlowKeys | null };

/** @returns how many of the children did not exist */
async function insert(
  query: Query,
  { organizationId, mode, depth, requestId, priority, path }: LockedParent,
  parent: ParentStep,
  children: AimedChild[],
): Promise<number> {
  const started = await query(INSERT, [
    organizationId,
    mode,
    path.at(-1),
    parent.run,
    parent.componentId,
    depth + 1,
    plainArray(children.map((child) => child.id)),
    plainArray(children.map((child) => child.workflowId)),
    plainArray(children.map((child) => child.target.definitionId)),
    plainArray(children.map((child) => (mode === 'TEST' ? null : child.target.version))),
    plainArray(children.map((child) => child.componentId)),
    jsonArray(children.map((child) => child.placeholderValues)),
    plainArray(children.map((child) => child.iteration)),
    textArray(children.map((child) => orderedJson(child.placeholderValues))),
    requestId,
    parent.trace?.traceparent ?? null,
    parent.trace?.tracestate ?? null,
    ...flowKeyColumns(children.map((child) => child.keys)),
    plainArray(children.map((child) => priorityOf(child.target, mode) ?? priority)),
    plainArray(path),
  ]);
  return started.length;
}
