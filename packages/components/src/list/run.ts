import {
  defineRunner,
  sizeWithin,
  StepFailure,
  type Json,
  type JsonObject,
  type RunContext,
} from '@workflow/component-kit/run';
import type { ResolvedConfig } from '@workflow/component-kit';
import { descriptor } from './descriptor.ts';
import { applyOperations } from './operations/apply-operations.ts';
import { MadeRoom, type MadeLimits } from './operations/made-room.ts';
import { readyOperation, type ConfiguredOperation } from './ready-operation.ts';

/** The maximum number of items that are processed in this process. Asking another process would take longer. */
const SMALL_ITEMS = 200;
const SMALL_SIZE = 65_536;
/** The limits of all operations on a small list in the executor's own process. */
const SMALL_LIMITS: MadeLimits = { items: 2_000, bytes: 524_288 };

type Config = ResolvedConfig<typeof descriptor.configSchema>;

/** Processes small lists directly, and others in a separate process. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { items, operations } = context.config;
    const lists = [items, ...operations.flatMap((one) => (one.operation === 'merge' ? [one.with] : []))];
    context.recordInput({ items: shownList(items), operations: operations.map(shownOperation) });
    const made = lists.every(isSmallList) ? await workedOnHere(context) : undefined;
    return { kind: 'succeeded', output: made ?? (await context.runDataJob(await handedOver(context))) };
  },
});

/** Returns the result for a small list, or undefined if it exceeds the limits of this process. */
async function workedOnHere({ config: { items, operations } }: RunContext<Config>): Promise<Json | undefined> {
  try {
    const made = await applyOperations(items, operations.map(readyOperation), new MadeRoom(SMALL_LIMITS));
    // Items that share a large value are small in memory, but large as JSON.
    return sizeWithin(made, SMALL_LIMITS.bytes) <= SMALL_LIMITS.bytes ? made : undefined;
  } catch (error) {
    if (error instanceof StepFailure && error.code === 'OUTPUT_TOO_LARGE') return;
    throw error;
  }
}

function isSmallList(items: readonly Json[]): boolean {
  return items.length <= SMALL_ITEMS && sizeWithin(items as Json, SMALL_SIZE) <= SMALL_SIZE;
}

/** Returns the input to record. The step that produced a long list has the whole list. */
function shownList(items: Json[]): Json {
  return isSmallList(items) ? items : { count: items.length };
}

function shownOperation(one: ConfiguredOperation): JsonObject {
  if (one.operation === 'filter') return { ...one, expression: one.expression.source };
  if (one.operation === 'merge') return { ...one, with: shownList(one.with) };
  return one as JsonObject;
}

/** Returns the input of `data-job.ts`. Lists and placeholders are separate values, so that they are sent in parts. */
async function handedOver({ config }: RunContext<Config>): Promise<JsonObject> {
  const values: JsonObject = { items: config.items };
  const operations: Json[] = [];
  for (const [index, one] of config.operations.entries()) {
    if (one.operation === 'filter') {
      const { placeholders, ...expression } = await one.expression.handOver();
      for (const [name, value] of Object.entries(placeholders as JsonObject)) values[`placeholder ${name}`] = value;
      operations.push({ operation: 'filter', expression });
    } else if (one.operation === 'merge') {
      values[`with ${index}`] = one.with;
      operations.push({ ...one, with: `with ${index}` });
    } else operations.push(one as Json);
  }
  return { ...values, operations };
}
