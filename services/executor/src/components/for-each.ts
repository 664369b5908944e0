import { timeOrderedId, type ChildState, type NewChild } from '@workflow/session-store';
import { isTerminal, type Json } from '@workflow/workflow-model';
import { compileListTemplate } from '../expressions/compile-template.ts';
import { StepFailure } from '../failures/step-failure.ts';
import type { ComponentType, StepContext, StepResult } from './component.ts';
import { outputOf, readChildrenOf, startOrFail, waitForChildren, withoutChildrenOfFailure } from './run-workflow.ts';

/** Items of one step: each wake-up reads all children, so the cost grows with the square of their number. */
const MAX_ITEMS = 1_000;
const DEFAULT_CONCURRENCY = 10;

interface ForEachConfig {
  workflowId: string;
  componentId: string;
  itemKey: string;
  concurrency: number;
  onItemError: 'fail' | 'continue';
}

/** Starts a session for every item, some at a time, and gives their outputs in the items' order. */
export const forEach: ComponentType = {
  prepare(component) {
    const template = compileListTemplate(component.config.items ?? []);
    const { workflowId, componentId, itemKey, concurrency, onItemError } = component.config;
    const config: ForEachConfig = {
      workflowId: String(workflowId),
      componentId: String(componentId),
      itemKey: String(itemKey),
      concurrency: typeof concurrency === 'number' ? concurrency : DEFAULT_CONCURRENCY,
      onItemError: onItemError === 'continue' ? 'continue' : 'fail',
    };
    return async (context) => {
      const items = checkCount(await template(context));
      await context.beginEffect({ items, ...config });
      return withoutChildrenOfFailure(context, () => proceed(context, items, config));
    };
  },
};

async function proceed(context: StepContext, items: Json[], config: ForEachConfig): Promise<StepResult> {
  if (items.length === 0) return { kind: 'succeeded', output: [] };
  const wanted = items.map((item, iteration) => childFor(item, iteration, config));
  const children = await readChildrenOf(context, wanted);
  if (config.onItemError === 'fail') failIfOneFailed(children);
  if (children.length < items.length || !children.every(({ status }) => isTerminal(status))) {
    const wait = waitForChildren(context);
    await startMore(context, wanted, children, config.concurrency);
    return wait;
  }
  const inOrder = [...children].sort((a, b) => a.iteration - b.iteration);
  const resultOf = config.onItemError === 'fail' ? outputOf : outputOrError;
  return { kind: 'succeeded', output: inOrder.map(resultOf) };
}

function childFor(item: Json, iteration: number, { workflowId, componentId, itemKey }: ForEachConfig): NewChild {
  return { id: timeOrderedId(), workflowId, componentId, placeholderValues: { [itemKey]: item }, iteration };
}

/** Fills the free places of `concurrency` with the next items. */
async function startMore(
  context: StepContext,
  wanted: NewChild[],
  children: ChildState[],
  concurrency: number,
): Promise<void> {
  const known = new Set(children.map((child) => child.iteration));
  const free = concurrency - children.filter((child) => !isTerminal(child.status)).length;
  const next = wanted.filter(({ iteration }) => !known.has(iteration)).slice(0, Math.max(0, free));
  if (next.length > 0) await startOrFail(context, next);
}

function failIfOneFailed(children: ChildState[]): void {
  for (const child of children) if (isTerminal(child.status)) outputOf(child);
}

/** With `onItemError: continue` an item that fails does not fail the others. */
function outputOrError(child: ChildState): Json {
  if (child.status === 'SUCCEEDED') return { output: child.output };
  const { code, message, componentId } = child.error ?? {
    code: 'CHILD_FAILED',
    message: `session ${child.sessionId} ended ${child.status}`,
    componentId: null,
  };
  return { error: { code, message, componentId } };
}

function checkCount(items: Json[]): Json[] {
  if (items.length > MAX_ITEMS)
    throw new StepFailure('TOO_MANY_ITEMS', `items has ${items.length} items, ${MAX_ITEMS} are allowed`);
  return items;
}
