import { isDeepStrictEqual } from 'node:util';
import { timeOrderedId, type ChildState, type NewChild } from '@workflow/session-store';
import { isTerminal, type Json, type JsonObject } from '@workflow/workflow-model';
import { compileTemplate } from '../expressions/compile-template.ts';
import { StepFailure, timeoutFailure } from '../failures/step-failure.ts';
import type { ComponentType, StepContext, StepResult } from './component.ts';

/** Starts a session of another workflow, in the parent's mode, and waits for its end when asked to. */
export const runWorkflow: ComponentType = {
  prepare(component) {
    // A missing value becomes an empty list where the other workflow declares a LIST; other types are refused there.
    const placeholderValues = compileTemplate(component.config.placeholderValues ?? {}, { ifAbsent: null });
    const waits = component.config.wait !== false;
    return async (context) => {
      const proceed = async (): Promise<StepResult> => {
        if (context.waited === null) await start(context, (await placeholderValues(context)) as JsonObject);
        const [child] = await context.readChildren();
        if (child === undefined) throw new StepFailure('INTERNAL_ERROR', 'the child session is not there');
        const { sessionId, status } = child;
        if (!waits) return { kind: 'succeeded', output: { sessionId, status, output: null } };
        if (!isTerminal(status)) return waitForChildren(context);
        return { kind: 'succeeded', output: { sessionId, status, output: outputOf(child) } };
      };
      return waits ? withoutChildrenOfFailure(context, proceed) : proceed();
    };
  },
};

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
    if (error instanceof StepFailure) await context.cancelChildren();
    throw error;
  }
}

/**
 * Goes on at the next end of a child. The time-out bounds the whole of the wait, where the component has one.
 * @throws StepFailure STEP_TIMEOUT when it is over
 */
export function waitForChildren(context: StepContext): StepResult {
  const { timeoutSeconds } = context.component;
  if (timeoutSeconds === undefined) return { kind: 'waiting', until: null, forChildren: true };
  const timeoutMs = timeoutSeconds * 1_000;
  const until = context.waited?.until ?? new Date(context.now() + timeoutMs);
  if (until.getTime() <= context.now()) throw timeoutFailure(timeoutMs);
  return { kind: 'waiting', until, forChildren: true };
}

async function start(context: StepContext, placeholderValues: JsonObject): Promise<void> {
  const { workflowId, componentId } = context.component.config as { workflowId: string; componentId: string };
  await context.beginEffect({ workflowId, componentId, placeholderValues });
  const wanted = { id: timeOrderedId(), workflowId, componentId, placeholderValues, iteration: 0 };
  if ((await readChildrenOf(context, [wanted])).length === 0) await startOrFail(context, [wanted]);
}

/**
 * The children of a component. A child of an earlier run counts only if it would be started in the same way now: after
 * a retry with a newer version it may be of another workflow.
 */
export async function readChildrenOf(context: StepContext, wanted: readonly NewChild[]): Promise<ChildState[]> {
  const byIteration = new Map(wanted.map((child) => [child.iteration, child]));
  return (await context.readChildren()).filter(({ iteration, kept }) => {
    const child = byIteration.get(iteration);
    return child !== undefined && (kept === null || isStartedAs(kept, child));
  });
}

function isStartedAs(kept: NonNullable<ChildState['kept']>, child: NewChild): boolean {
  const { workflowId, componentId, placeholderValues } = child;
  return isDeepStrictEqual(kept, { workflowId, componentId, placeholderValues });
}

/** @throws StepFailure with the store's code when a target is missing, not published or too deep. */
export async function startOrFail(context: StepContext, children: NewChild[]): Promise<void> {
  const outcome = await context.startChildren(children);
  if (outcome.kind === 'refused') throw new StepFailure(outcome.code, outcome.message);
  // A lost fence aborts the session before this can matter.
  if (outcome.kind === 'fence-lost')
    throw new StepFailure('INTERNAL_ERROR', 'this executor has lost its claim of the session');
}

/** A failed child that was waited for fails the step. */
export function outputOf(child: ChildState): Json {
  if (child.status === 'SUCCEEDED') return child.output;
  const why = child.error === null ? '' : `: ${child.error.code} ${child.error.message}`;
  throw new StepFailure('CHILD_FAILED', `session ${child.sessionId} ended ${child.status}${why}`);
}
