import { PRIORITIES, type FlowKeys, type SessionMode, type TraceContext } from '@workflow/workflow-model';
import { keysOfChildren } from './child-keys.ts';
import { labelsOf, type LabelOf, type ReadyLabels } from './child-labels.ts';
import { priorityOf, readTargets, type Target } from './child-targets.ts';
import { hideChildren } from './hide-children.ts';
import type { HideStart } from '../rows/hide-start.ts';
import { acceptChildren } from '../acceptance/accept-statement.ts';
import { describeSession } from '../acceptance/new-session.ts';
import type { Fence } from './claim-sessions.ts';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { nameFilesIn } from '../rows/name-files.ts';
import { isEndedAbove } from '../rows/ended-above.ts';
import { type FlowKeysOptions, ReadyResults, transactionWithKeys } from '../rows/flow-keys-of.ts';
import type { ChildRefusal, NewChild } from './new-child.ts';

export type { NewChild } from './new-child.ts';

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
  /** What a child is called, made of its values as they are shown; without it nothing. */
  labelOf?: LabelOf | undefined;
  /** Without it nothing of children is hidden but what their parents hide. */
  hideStart?: HideStart | undefined;
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
  {
    flowKeysOf,
    hideStart,
    labelOf,
    seals,
    maxDescendants = MAX_DESCENDANTS,
  }: ChildrenOptions & { seals: SensitiveSeals },
  fence: Fence,
  parent: ParentStep,
  wanted: NewChild[],
): Promise<StartChildrenOutcome> {
  const labelled: ReadyLabels = new ReadyResults();
  try {
    return await transactionWithKeys(sql, async (query, ready) => {
      const [locked] = await query<LockedParent>(LOCK_PARENT, [fence.sessionId, fence.claimNumber]);
      if (locked === undefined) return { kind: 'fence-lost' };
      const { organizationId, mode, depth, path } = locked;
      if (depth >= MAX_DEPTH) {
        const message = `Workflows may start each other at most ${MAX_DEPTH} deep`;
        return { kind: 'refused', code: 'TOO_DEEP', message };
      }
      const targets = await readTargets(query, organizationId, mode, wanted);
      if ('kind' in targets) return targets;
      const children = await hideChildren(seals, organizationId, wanted, targets, hideStart);
      const computing = { ready, flowKeysOf };
      const labels = labelsOf(children, targets, labelled, labelOf);
      const keys = mode === 'TEST' ? [] : await keysOfChildren(query, fence.sessionId, children, targets, computing);
      const aimed = children.map((child, index) => ({
        ...child,
        target: targets.get(child.workflowId) as Target,
        keys: keys[index] ?? null,
        label: labels[index] ?? null,
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

type AimedChild = NewChild & { target: Target; keys: FlowKeys | null; label: string | null };

/** Children start in the backlog, from which the dispatcher feeds them. @returns how many did not exist */
async function insert(
  query: Query,
  { organizationId, mode, depth, requestId, priority, path }: LockedParent,
  { run, componentId, trace = null }: ParentStep,
  children: AimedChild[],
): Promise<number> {
  const sessionId = path.at(-1) as string;
  const sessions = children.map(({ id, workflowId, target, keys, label, iteration, ...child }) => ({
    ...describeSession({
      id,
      organizationId,
      workflowId,
      definitionId: target.definitionId as string,
      workflowVersion: mode === 'TEST' ? null : target.version,
      componentId: child.componentId,
      trigger: 'WORKFLOW',
      mode,
      values: child.placeholderValues,
      label,
      startedBy: null,
      origin: { requestId, trace },
      priority: priorityOf(target, mode) ?? PRIORITIES[priority],
      flow: keys ?? undefined,
      parent: { sessionId, run, componentId, iteration, depth: depth + 1 },
    }),
    sealed: child.sealed,
    enqueue: false,
  }));
  const accepted = await acceptChildren(query, sessions, plainArray(path));
  // Masked values do not name their files.
  const naming = sessions.map(({ id, placeholderValuesJson }, index) => {
    const given = children[index]?.given;
    return { id, valuesJson: given === undefined ? placeholderValuesJson : JSON.stringify(given) };
  });
  await nameFilesIn(query, organizationId, naming);
  return accepted.length;
}
