import type { ChildState, NewChild } from '@workflow/session-store';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { v7 as uuidv7 } from 'uuid';
import { compileTemplate } from '../expressions/compile-template.ts';
import { StepFailure } from '../session/step-failure.ts';
import type { ComponentType, StepContext } from './component.ts';

const TERMINAL = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED']);

/** Starts a session of another workflow, in the parent's mode, and waits for its end when asked to. */
export const runWorkflow: ComponentType = {
  hasEffect: true,
  prepare(component) {
    const placeholderValues = compileTemplate(component.config.placeholderValues ?? {});
    const waits = component.config.wait !== false;
    return async (context) => {
      if (context.waited === null) await start(context, (await placeholderValues(context)) as JsonObject);
      const [child] = await context.readChildren();
      if (child === undefined) throw new StepFailure('INTERNAL_ERROR', 'the child session is not there');
      if (!waits) return { kind: 'succeeded', output: { sessionId: child.sessionId, status: child.status, output: null } };
      if (!isTerminal(child)) return { kind: 'waiting', until: null };
      return { kind: 'succeeded', output: { sessionId: child.sessionId, status: child.status, output: outputOf(child) } };
    };
  },
};

async function start(context: StepContext, placeholderValues: JsonObject): Promise<void> {
  const { workflowId, componentId } = context.component.config as { workflowId: string; componentId: string };
  await context.beginEffect({ workflowId, componentId, placeholderValues });
  await startOrFail(context, [{ id: uuidv7(), workflowId, componentId, placeholderValues, iteration: 0 }]);
}

/** @throws StepFailure with the store's code when a target is missing, not published or too deep. */
export async function startOrFail(context: StepContext, children: NewChild[]): Promise<void> {
  const outcome = await context.startChildren(children);
  if (outcome.kind === 'refused') throw new StepFailure(outcome.code, outcome.message);
  // A lost fence aborts the session before this can matter.
  if (outcome.kind === 'fence-lost') throw new StepFailure('INTERNAL_ERROR', 'the session is no longer ours');
}

export function isTerminal(child: ChildState): boolean {
  return TERMINAL.has(child.status);
}

/** A failed child that was waited for fails the step. */
export function outputOf(child: ChildState): Json {
  if (child.status === 'SUCCEEDED') return child.output;
  const why = child.error === null ? '' : `: ${child.error.code} ${child.error.message}`;
  throw new StepFailure('CHILD_FAILED', `session ${child.sessionId} ended ${child.status}${why}`);
}
