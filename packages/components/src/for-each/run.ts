import { isJsonObject } from '@workflow/workflow-model';
import {
  defineRunner,
  isTerminal,
  failUnlessSucceeded,
  readChildrenOf,
  sizeWithin,
  startOrFail,
  StepFailure,
  waitForChildren,
  withoutChildrenOfFailure,
  type BodyStart,
  type ChildState,
  type Json,
  type JsonObject,
  type StepContext,
  type StepResult,
  type WantedChild,
} from '@workflow/component-kit/run';
import { ALL_FIELDS, type ResolvedConfig } from '@workflow/component-kit';
import { descriptor } from './descriptor.ts';

/**
 * The maximum number of items. Each wake-up reads the states of all children, so the cost grows with the square of the
 * number.
 */
const MAX_ITEMS = 1_000;
/** The maximum size of the shared values of all sessions together, because each session stores them. */
const MAX_SHARED_BYTES = 268_435_456;
/** Maximum bytes of values that one transaction stores. */
const MAX_PART_BYTES = 8_388_608;

type Config = Omit<ResolvedConfig<typeof descriptor.configSchema>, 'items'>;

/** Starts a session for each item, several at a time, and returns their outputs in the order of the items. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { items, ...config } = context.config;
    checkCount(items);
    checkSharedSize(
      items.length,
      config.body === undefined ? config.placeholderValues : context.children.body().placeholderValues,
    );
    await context.beginEffect({ items, ...config });
    return withoutChildrenOfFailure(context, () => proceed(context, items, config));
  },
});

async function proceed(context: StepContext, items: Json[], config: Config): Promise<StepResult> {
  if (items.length === 0) return { kind: 'succeeded', output: [] };
  const wanted =
    config.body === undefined
      ? items.map((item, iteration) => childFor(item, iteration, config))
      : items.map((item, iteration) => childOfBody(item, iteration, config.itemKey, context.children.body()));
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
  const { workflowId = '', componentId = '', itemKey, placeholderValues: shared } = config;
  const placeholderValues =
    itemKey === ALL_FIELDS ? { ...fieldsOf(item, iteration), ...shared } : { ...shared, [itemKey]: item };
  return { workflowId, componentId, placeholderValues, iteration };
}

/** The item and its number hide placeholders of the same names. */
function childOfBody(item: Json, index: number, itemKey: string, body: BodyStart): WantedChild {
  const { componentId, placeholderValues: shared } = body;
  const placeholderValues = { ...shared, [itemKey]: item, index };
  return { workflowId: null, componentId, placeholderValues, iteration: index };
}

function fieldsOf(item: Json, iteration: number): JsonObject {
  if (isJsonObject(item)) return item;
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
  for (const part of partsOf(next)) await startOrFail(context, part);
}

/** Divides sessions into groups of bounded size. A session with larger values is in a separate group. */
function partsOf(wanted: readonly WantedChild[]): WantedChild[][] {
  const parts: WantedChild[][] = [];
  let left = 0;
  for (const child of wanted) {
    left -= sizeWithin(child.placeholderValues as JsonObject, MAX_PART_BYTES);
    if (left >= 0) parts.at(-1)?.push(child);
    else {
      parts.push([child]);
      left = MAX_PART_BYTES - sizeWithin(child.placeholderValues as JsonObject, MAX_PART_BYTES);
    }
  }
  return parts;
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

function checkSharedSize(count: number, shared: JsonObject | undefined): void {
  const bytes = sizeWithin(shared ?? {}, MAX_SHARED_BYTES);
  if (count * bytes > MAX_SHARED_BYTES)
    throw new StepFailure(
      'OUTPUT_TOO_LARGE',
      `${count} sessions with shared values of ${bytes} bytes each would store ${count * bytes} bytes. The limit is ` +
        `${MAX_SHARED_BYTES} bytes`,
    );
}
