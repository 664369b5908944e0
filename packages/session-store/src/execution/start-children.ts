import {
  PRIORITIES,
  type Definition,
  type SessionMode,
  type TraceContext,
  type FlowKeys,
} from '@workflow/workflow-model';
import { readTargets, targetKey, type Target, type ChildRefusal, type NewChild } from './child-targets.ts';
import { acceptChildren } from '../acceptance/accept-statement.ts';
import {
  buildReady,
  nameFilesOf,
  startingTransaction,
  type StartingSession,
  type StartTools,
} from '../acceptance/start-sessions.ts';
import type { Fence } from './claim-sessions.ts';
import { statement } from '../postgres/named-statement.ts';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { isEndedAbove } from '../ends/ended-above.ts';
import type { NewSession } from '../acceptance/new-session.ts';

export type { NewChild } from './child-targets.ts';

/** The component that starts children. */
export interface ParentStep {
  componentId: string;
  run: number;
  /** The trace that the children belong to. */
  trace?: TraceContext | null;
}

type StartChildrenOutcome = { kind: 'started' } | { kind: 'fence-lost' } | ChildRefusal;

/** Maximum length of a chain of sessions that start each other, so that a workflow which starts itself ends. */
const MAX_DEPTH = 10;

/**
 * Locks the parent until the commit, so that neither it nor an ancestor can be cancelled while children are created.
 */
const LOCK_PARENT = statement<Fence>()(
  'lock_parent',
  `SELECT organization_id AS "organizationId", mode, depth, priority, request_id AS "requestId",
      coalesce((SELECT path FROM parent_sessions p WHERE p.session_id = sessions.parent_id), '{}') || id AS path
    FROM sessions
    WHERE NOT ${isEndedAbove('id', 'ARRAY[$sessionId::uuid]')}
      AND id = $sessionId AND claim_number = $claimNumber AND status = 'RUNNING' FOR SHARE`,
  { organizationId: 'uuid', mode: 'session_mode', depth: 'int4', priority: 'int4', requestId: 'text?', path: 'uuid[]' },
);

/**
 * Counts children. It returns no row if the tree would become too large. It is the last statement of the transaction,
 * because other transactions of the tree wait from here to the commit.
 */
const COUNT = statement<{ rootId: string; started: number; maxDescendants: number }>()(
  'count_descendants',
  `INSERT INTO tree_sizes AS t (root_id, sessions)
      SELECT $rootId, $started::int WHERE $started::int <= $maxDescendants::int
    ON CONFLICT (root_id) DO UPDATE SET sessions = t.sessions + excluded.sessions
      WHERE t.sessions + excluded.sessions <= $maxDescendants::int
    RETURNING sessions`,
  { sessions: 'int4' },
);

/** Thrown to roll the transaction back when a tree would exceed `maxDescendants`. */
class TooManyDescendants extends Error {
  override name = 'TooManyDescendants';
}

interface LockedParent {
  organizationId: string;
  mode: SessionMode;
  depth: number;
  requestId: string | null;
  priority: number;
  /** The path from the root to the parent itself. */
  path: string[];
}

export interface ChildrenOptions {
  /** Maximum number of descendants of a root session, over all of its runs. */
  maxDescendants?: number | undefined;
}

const MAX_DESCENDANTS = 100_000;

/**
 * Creates the children that do not exist yet, in the parent's mode: PROD runs published versions, TEST runs drafts.
 * Items of a loop run the definition of their parent. If one child is refused, none is created.
 */
export async function startChildren(
  sql: Sql,
  { maxDescendants = MAX_DESCENDANTS, ...tools }: ChildrenOptions & StartTools,
  fence: Fence,
  parent: ParentStep,
  newChildren: NewChild[],
): Promise<StartChildrenOutcome> {
  try {
    return await startingTransaction(sql, async (query, ready) => {
      const [locked] = await query(...LOCK_PARENT.with(fence));
      if (locked === undefined) return { kind: 'fence-lost' };
      const { depth, path } = locked;
      if (depth >= MAX_DEPTH) {
        const message = `Workflows may start each other at most ${MAX_DEPTH} deep`;
        return { kind: 'refused', code: 'TOO_DEEP', message };
      }
      const targets = await readTargets(query, { ...locked, sessionId: fence.sessionId }, newChildren);
      if ('kind' in targets) return targets;
      const starting = newChildren.map((child) =>
        startOf(child, targets.get(targetKey(child.workflowId, child.version)) as Target, locked, parent),
      );
      const built = await buildReady(starting, ready, tools);
      const children = await sharePlaces(query, fence.sessionId, built);
      const started = await acceptChildren(query, children, plainArray(path));
      await nameFilesOf(query, starting);
      if (
        started.length > 0 &&
        (await query(...COUNT.with({ rootId: path[0]!, started: started.length, maxDescendants }))).length === 0
      )
        throw new TooManyDescendants();
      return { kind: 'started' };
    });
  } catch (error) {
    if (!(error instanceof TooManyDescendants)) throw error;
    const message = `A session may make at most ${maxDescendants} sessions, with those that its children make`;
    return { kind: 'refused', code: 'TOO_MANY_DESCENDANTS', message };
  }
}

function startOf(
  { id, workflowId: named, componentId, placeholderValues, sensitive, iteration }: NewChild,
  { id: workflowId, definition, definitionId, version }: Target,
  { organizationId, mode, depth, requestId, priority, path }: LockedParent,
  { run, componentId: startedBy, trace = null }: ParentStep,
): StartingSession {
  return {
    id,
    organizationId,
    workflowId,
    definition: definition as Definition,
    definitionId: definitionId as string,
    workflowVersion: mode === 'TEST' ? null : version,
    componentId,
    trigger: 'WORKFLOW',
    isItem: named === null,
    mode,
    values: placeholderValues,
    inherited: sensitive,
    startedBy: null,
    origin: { requestId, trace },
    priority: PRIORITIES[priority],
    parent: { sessionId: path.at(-1) as string, run, componentId: startedBy, iteration, depth: depth + 1 },
  };
}

/** Reads the flow-control places of a session and its ancestors. */
const READ_PLACES = statement<{ parentId: string }>()(
  'read_places_of_ancestors',
  `WITH RECURSIVE ancestors AS (
      SELECT id, parent_id FROM sessions WHERE id = $parentId
      UNION ALL SELECT s.id, s.parent_id FROM sessions s JOIN ancestors a ON s.id = a.parent_id
    )
    SELECT workflow_id AS "workflowId", concurrency_key AS "concurrencyKey", order_key AS "orderKey"
    FROM flow_entries WHERE session_id IN (SELECT id FROM ancestors) AND stage = 'STARTED'`,
  { workflowId: 'uuid', concurrencyKey: 'text', orderKey: 'text' },
);

/**
 * Removes the keys of children that share an ancestor's place of the same workflow and key. They wait neither for a
 * place nor for an order.
 */
async function sharePlaces(query: Query, parentId: string, children: NewSession[]): Promise<NewSession[]> {
  if (children.every(({ flow }) => flow === undefined)) return children;
  const places = await query(...READ_PLACES.with({ parentId }));
  return children.map((child) => {
    const { flow, workflowId } = child;
    if (flow === undefined) return child;
    const shares = places.some((place) => place.workflowId === workflowId && sharesPlace(place, flow));
    return shares ? { ...child, flow: undefined } : child;
  });
}

function sharesPlace(place: FlowKeys, keys: FlowKeys): boolean {
  return keys.concurrencyKey === '' ? place.orderKey === keys.orderKey : place.concurrencyKey === keys.concurrencyKey;
}
