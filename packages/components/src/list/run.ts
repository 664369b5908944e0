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

/** Lists up to this many items and this size are worked on at once: a process would take longer to ask. */
const SMALL_ITEMS = 200;
const SMALL_SIZE = 65_536;
/** The most that all operations on a small list may make in the executor's own process. */
const SMALL_LIMITS: MadeLimits = { items: 2_000, bytes: 524_288 };

type Config = ResolvedConfig<typeof descriptor.configSchema>;

/** Works on small lists at once, on others in a process of their own. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { items, operations } = context.config;
    const lists = [items, ...operations.flatMap((one) => (one.operation === 'merge' ? [one.with] : []))];
    context.recordInput({ items: shownList(items), operations: operations.map(shownOperation) });
    const made = lists.every(isSmallList) ? await workedOnHere(context) : undefined;
    return { kind: 'succeeded', output: made ?? (await context.runWork(await handedOver(context))) };
  },
});

/** The result for a small list; undefined: its operations make more of it than this process may hold. */
async function workedOnHere({ config: { items, operations } }: RunContext<Config>): Promise<Json | undefined> {
  try {
    const made = await applyOperations(items, operations.map(readyOperation), new MadeRoom(SMALL_LIMITS));
    // Items that share a large value are small here, and large as JSON.
    return sizeWithin(made, SMALL_LIMITS.bytes) <= SMALL_LIMITS.bytes ? made : undefined;
  } catch (error) {
    if (error instanceof StepFailure && error.code === 'OUTPUT_TOO_LARGE') return;
    throw error;
  }
}

function isSmallList(items: readonly Json[]): boolean {
  return items.length <= SMALL_ITEMS && sizeWithin(items as Json, SMALL_SIZE) <= SMALL_SIZE;
}

/** A long list stands whole in the step that gave it. */
function shownList(items: Json[]): Json {
  return isSmallList(items) ? items : { count: items.length };
}

function shownOperation(one: ConfiguredOperation): JsonObject {
  if (one.operation === 'filter') return { ...one, expression: one.expression.source };
  if (one.operation === 'merge') return { ...one, with: shownList(one.with) };
  return one as JsonObject;
}

/** What `work.ts` takes. Lists and placeholders are values of their own, so that they travel in parts. */
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
