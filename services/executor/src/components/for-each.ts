import type { ChildState } from '@workflow/session-store';
import type { Json } from '@workflow/workflow-model';
import { v7 as uuidv7 } from 'uuid';
import { compileTemplate } from '../expressions/compile-template.ts';
import { StepFailure } from '../session/step-failure.ts';
import type { ComponentType, StepContext, StepResult } from './component.ts';
import { isTerminal, outputOf, startOrFail } from './run-workflow.ts';

/** Items of one step: each wake-up reads all children, so the cost grows with the square. */
const MAX_ITEMS = 1_000;
const DEFAULT_CONCURRENCY = 10;

/** Starts a session for every item, some at a time, and gives their outputs in the items' order. */
export const forEach: ComponentType = {
  hasEffect: true,
  prepare(component) {
    const template = compileTemplate(component.config.items ?? []);
    const configured = component.config.concurrency;
    const concurrency = typeof configured === 'number' ? configured : DEFAULT_CONCURRENCY;
    return async (context) => {
      const items = readItems(await template(context));
      const { workflowId, componentId, itemKey } = component.config;
      await context.beginEffect({ items, workflowId: workflowId ?? null, componentId: componentId ?? null, itemKey: itemKey ?? null, concurrency });
      return proceed(context, items, concurrency);
    };
  },
};

async function proceed(context: StepContext, items: Json[], concurrency: number): Promise<StepResult> {
  if (items.length === 0) return { kind: 'succeeded', output: [] };
  const before = await context.readChildren();
  failIfOneFailed(before);
  if (await startMore(context, items, before, concurrency)) return { kind: 'waiting', until: null };
  if (!before.every(isTerminal)) return { kind: 'waiting', until: null };
  const inOrder = [...before].sort((a, b) => a.iteration - b.iteration);
  return { kind: 'succeeded', output: inOrder.map((child) => child.output) };
}

/** Fills the free places with the next items. true when children were started. */
async function startMore(context: StepContext, items: Json[], children: ChildState[], concurrency: number): Promise<boolean> {
  const { workflowId, componentId, itemKey } = context.component.config as { workflowId: string; componentId: string; itemKey: string };
  const known = new Set(children.map((child) => child.iteration));
  let free = concurrency - children.filter((child) => !isTerminal(child)).length;
  const next = [];
  for (let iteration = 0; iteration < items.length && free > 0; iteration += 1) {
    if (known.has(iteration)) continue;
    next.push({ id: uuidv7(), workflowId, componentId, placeholderValues: { [itemKey]: items[iteration] as Json }, iteration });
    free -= 1;
  }
  if (next.length > 0) await startOrFail(context, next);
  return next.length > 0;
}

function failIfOneFailed(children: ChildState[]): void {
  for (const child of children) if (isTerminal(child)) outputOf(child);
}

function readItems(value: Json): Json[] {
  if (!Array.isArray(value)) throw new StepFailure('CONFIG_INVALID', 'items must be a list');
  if (value.length > MAX_ITEMS) throw new StepFailure('TOO_MANY_ITEMS', `items has ${value.length} items, ${MAX_ITEMS} are allowed`);
  return value;
}
