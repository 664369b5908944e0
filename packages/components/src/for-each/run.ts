import {
  defineRunner,
  isTerminal,
  failUnlessSucceeded,
  readChildrenOf,
  startOrFail,
  StepFailure,
  waitForChildren,
  withoutChildrenOfFailure,
  type ChildState,
  type Json,
  type JsonObject,
  type StepContext,
  type StepResult,
  type WantedChild,
} from '@workflow/component-kit/run';
import { ALL_FIELDS, isObject, type ResolvedConfig } from '@workflow/component-kit';
import { descriptor } from './descriptor.ts';

/**
 * The maximum number of items. Each wake-up reads the states of all children, so the cost grows with the square of the
 * number.
 */
const MAX_ITEMS = 1_000;

type Config = Omit<ResolvedConfig<typeof descriptor.configSchema>, 'items'>;

/** Starts a session for each item, several at a time, and returns their outputs in the order of the items. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { items, ...config } = context.config;
    checkCount(items);
    await context.beginEffect({ items, ...config });
    return withoutChildrenOfFailure(context, () => proceed(context, items, config));
  },
});

async function proceed(context: StepContext, items: Json[], config: Config): Promise<StepResult> {
  if (items.length === 0) return { kind: 'succeeded', output: [] };
  const wanted = items.map((item, iteration) => childFor(item, iteration, config));
  const children = await readChildrenOf(context, wanted);
  if (config.onItemError === 'fail') failIfOneFailed(children);
  failIfTooLarge(children, context.maxOutputBytes);
  if (children.length < items.length || !children.every(({ status }) => isTerminal(status))) {
    const wait = waitForChildren(context);
    await startMore(context, wanted, children, config.concurrency);
    return wait;
  }
  const outputs = await context.children.readOutputs(children.filter(({ status }) => status === 'SUCCEEDED'));
  const outputOf = ({ sessionId }: ChildState): Json => outputs.get(sessionId) ?? null;
  const inOrder = [...children].sort((a, b) => a.iteration - b.iteration);
  const results = config.onItemError === 'fail' ? inOrder.map(outputOf) : inOrder.map(outputOrError(outputOf));
  return { kind: 'succeeded', output: results };
}

function childFor(item: Json, iteration: number, config: Config): WantedChild {
  const { workflowId, componentId, itemKey, placeholderValues: shared } = config;
  const placeholderValues =
    itemKey === ALL_FIELDS ? { ...fieldsOf(item, iteration), ...shared } : { ...shared, [itemKey]: item };
  return { workflowId, componentId, placeholderValues, iteration };
}

function fieldsOf(item: Json, iteration: number): JsonObject {
  if (isObject(item)) return item;
  throw new StepFailure(
    'FIELD_INVALID',
    `Item ${iteration + 1} of items must be an object, because its fields are passed as placeholders`,
  );
}

/** Starts the next items up to `concurrency`. */
async function startMore(
  context: StepContext,
  wanted: WantedChild[],
  children: ChildState[],
  concurrency: number,
): Promise<void> {
  const known = new Set(children.map((child) => child.iteration));
  const free = concurrency - children.filter((child) => !isTerminal(child.status)).length;
  const next = wanted.filter(({ iteration }) => !known.has(iteration)).slice(0, Math.max(0, free));
  if (next.length > 0) await startOrFail(context, next);
}

function failIfOneFailed(children: ChildState[]): void {
  for (const child of children) if (isTerminal(child.status)) failUnlessSucceeded(child);
}

/** Fails as soon as the list of all outputs is too large. */
function failIfTooLarge(children: ChildState[], maxBytes: number): void {
  const bytes = children.reduce((sum, { outputBytes }) => sum + outputBytes, 0);
  if (bytes > maxBytes)
    throw new StepFailure(
      'OUTPUT_TOO_LARGE',
      `The outputs of the items have ${bytes} bytes so far. The limit is ${maxBytes}`,
    );
}

/** With `onItemError: continue` a failed item does not fail the others. */
const outputOrError =
  (outputOf: (child: ChildState) => Json) =>
  (child: ChildState): Json => {
    if (child.status === 'SUCCEEDED') return { output: outputOf(child) };
    const { code, message, componentId } = child.error ?? {
      code: 'CHILD_FAILED',
      message: `The session ${child.sessionId} ended ${child.status}`,
      componentId: null,
    };
    return { error: { code, message, componentId } };
  };

function checkCount(items: Json[]): void {
  if (items.length > MAX_ITEMS)
    throw new StepFailure('TOO_MANY_ITEMS', `items has ${items.length} items. The limit is ${MAX_ITEMS}`);
}
