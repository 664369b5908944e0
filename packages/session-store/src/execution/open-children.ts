import type { SessionMode } from '@workflow/workflow-model';
import type { StartTools } from '../acceptance/start-sessions.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import { cancelChildren } from './cancel-children.ts';
import { findTargets } from './child-targets.ts';
import type { Fence } from './claim-sessions.ts';
import type { EndObserver } from './end-sessions.ts';
import { readChildOutputs, readChildren, readChildStarts, type ParentKey } from './read-children.ts';
import { startChildren, type ChildrenOptions, type NewChild, type ParentStep } from './start-children.ts';

/** Opens the operations on sessions that a claimed session starts. */
export function openChildren(
  sql: Sql,
  starting: StartTools,
  { maxDescendants, onReady }: ChildrenOptions & Pick<EndObserver, 'onReady'>,
) {
  const { seals } = starting;
  const on = operationsOn(sql);
  return {
    startChildren: async (fence: Fence, parent: ParentStep, children: NewChild[]) => {
      const outcome = await startChildren(sql, { ...starting, maxDescendants }, fence, parent, children);
      if (outcome.kind === 'started') onReady(fence.sessionId);
      return outcome;
    },
    /** Finds workflows that a session can start: the published version, or in TEST the draft. */
    findTargets: (organizationId: string, mode: SessionMode, workflowIds: readonly string[]) =>
      findTargets(
        sql.query,
        organizationId,
        mode,
        workflowIds.map((workflowId) => ({ workflowId })),
      ),
    cancelChildren: on(cancelChildren),
    readChildren: on(readChildren),
    readChildOutputs: (parent: ParentKey, childIds: readonly string[]) =>
      readChildOutputs(sql, seals, parent, childIds),
    readChildStarts: (parent: ParentKey, childIds: readonly string[]) => readChildStarts(sql, seals, parent, childIds),
  };
}
