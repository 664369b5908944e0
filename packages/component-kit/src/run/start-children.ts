import { isDeepStrictEqual } from 'node:util';
import { StepFailure, timeoutFailure } from '@workflow/workflow-model';
import type { ChildState, KeptChild, WantedChild } from './child-sessions.ts';
import type { StepContext } from './run-context.ts';
import type { StepResult } from './step-result.ts';

/**
 * Runs work that starts children, and cancels them when it fails or its time is up: the session may continue at the
 * error port, and the children would then run for nothing.
 */
export async function withoutChildrenOfFailure<Result>(
  context: StepContext,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    context.signal.throwIfAborted();
    return result;
  } catch (error) {
    if (error instanceof StepFailure) await context.children.cancel();
    throw error;
  }
}

/**
 * Goes on at the next end of a child. The time-out bounds the whole of the wait, where the component has one.
 * @throws StepFailure STEP_TIMEOUT when it is over
 */
export function waitForChildren(context: StepContext): StepResult<never> {
  const { timeoutMs } = context;
  if (timeoutMs === null) return { kind: 'waiting', until: null, forChildren: true };
  const until = context.waited?.until ?? new Date(context.now() + timeoutMs);
  if (until.getTime() <= context.now()) throw timeoutFailure(timeoutMs);
  return { kind: 'waiting', until, forChildren: true };
}

/**
 * The children of a component. A child of an earlier run counts only if it would be started in the same way now: after
 * a retry with a newer version it may be of another workflow.
 */
export async function readChildrenOf(context: StepContext, wanted: readonly WantedChild[]): Promise<ChildState[]> {
  const byIteration = new Map(wanted.map((child) => [child.iteration, child]));
  const found = (await context.children.read()).filter(({ iteration }) => byIteration.has(iteration));
  const wantedAs = new Map(found.map(({ sessionId, iteration }) => [sessionId, byIteration.get(iteration)]));
  const changed = new Set<string>();
  for await (const { sessionId, kept } of context.children.readKept(found))
    if (!isStartedAs(kept, wantedAs.get(sessionId))) changed.add(sessionId);
  return found.filter(({ sessionId }) => !changed.has(sessionId));
}

function isStartedAs(kept: KeptChild, child: WantedChild | undefined): boolean {
  if (child === undefined) return false;
  const { workflowId, componentId, placeholderValues } = child;
  return isDeepStrictEqual(kept, { workflowId, componentId, placeholderValues });
}

/** @throws StepFailure with the code of the refusal when a target is missing, not published or too deep. */
export async function startOrFail(context: StepContext, children: readonly WantedChild[]): Promise<void> {
  const outcome = await context.children.start(children);
  if (outcome.kind === 'refused') throw new StepFailure(outcome.code, outcome.message);
  // A lost fence aborts the session before this can matter.
  if (outcome.kind === 'fence-lost')
    throw new StepFailure('INTERNAL_ERROR', 'this executor has lost its claim of the session');
}

/** A failed child that was waited for fails the step. */
export function failUnlessSucceeded(child: ChildState): void {
  if (child.status === 'SUCCEEDED') return;
  const why = child.error === null ? '' : `: ${child.error.code} ${child.error.message}`;
  throw new StepFailure('CHILD_FAILED', `session ${child.sessionId} ended ${child.status}${why}`);
}
