import { isDeepStrictEqual } from 'node:util';
import { StepFailure, timeoutFailure } from '@workflow/workflow-model';
import type { ChildState, ChildStart, WantedChild } from './child-sessions.ts';
import { claimLost } from './claim-lost.ts';
import type { StepContext } from './run-context.ts';
import type { StepResult } from './step-result.ts';

/**
 * Runs an operation that starts children, and cancels them if it fails or times out. The session may continue on the
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
 * Waits for the next end of a child. The timeout of the component, if it has one, limits the whole wait.
 * @throws StepFailure STEP_TIMEOUT
 */
export function waitForChildren(context: StepContext): StepResult<never> {
  const { timeoutMs } = context;
  if (timeoutMs === null) return { kind: 'waiting', until: null, forChildren: true };
  const until = context.waited?.until ?? new Date(context.now() + timeoutMs);
  if (until.getTime() <= context.now()) throw timeoutFailure(timeoutMs);
  return { kind: 'waiting', until, forChildren: true };
}

/**
 * Reads the children of a component. A child of an earlier run counts only if it would be started in the same way now,
 * because a retry on a newer version may run another workflow.
 */
export async function readChildrenOf(
  context: StepContext,
  wantedChildren: readonly WantedChild[],
): Promise<ChildState[]> {
  const byIteration = new Map(wantedChildren.map((child) => [child.iteration, child]));
  const children = (await context.children.read()).filter(({ iteration }) => byIteration.has(iteration));
  const wantedAs = new Map(children.map(({ sessionId, iteration }) => [sessionId, byIteration.get(iteration)]));
  const changed = new Set<string>();
  for await (const { sessionId, start } of context.children.readStarts(children))
    if (!isStartedAs(start, wantedAs.get(sessionId))) changed.add(sessionId);
  return children.filter(({ sessionId }) => !changed.has(sessionId));
}

function isStartedAs(start: ChildStart, child: WantedChild | undefined): boolean {
  if (child === undefined) return false;
  const { workflowId, componentId, placeholderValues } = child;
  return isDeepStrictEqual(start, { workflowId: workflowId ?? start.workflowId, componentId, placeholderValues });
}

/**
 * Starts the children. @throws StepFailure with the code of the refusal if a target is missing, not published or too
 * deep
 */
export async function startOrFail(context: StepContext, children: readonly WantedChild[]): Promise<void> {
  const outcome = await context.children.start(children);
  if (outcome.kind === 'refused') throw new StepFailure(outcome.code, outcome.message);
  if (outcome.kind === 'fence-lost') throw claimLost();
}

/** Fails the step if a child that it waited for failed. */
export function failUnlessSucceeded(child: ChildState): void {
  if (child.status === 'SUCCEEDED') return;
  const why = child.error === null ? '' : `: ${child.error.code} ${child.error.message}`;
  throw new StepFailure('CHILD_FAILED', `session ${child.sessionId} ended ${child.status}${why}`);
}
