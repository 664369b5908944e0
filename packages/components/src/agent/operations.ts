import { schemaForCaller } from '@workflow/apps';
import type { JsonObject, OpenedOperation, StepContext } from '@workflow/component-kit/run';

/** An operation that the config of an agent names. */
export interface DescribedOperation {
  key: string;
  description: string;
  digest: string;
  /** JSON pointer within the config to the field that names it. */
  pointer: string;
  /** The number of its tool in the config. */
  index: number;
}

/** Maximum number of operations that are read at the same time, because each has up to half a megabyte. */
const READ_AT_ONCE = 8;
/** Maximum number of characters of a description that every server of models accepts. */
const MAX_DESCRIPTION = 1_024;

/** Reads the operations of all tools in their order. @throws StepFailure APP_MISSING */
export async function describeOperations(
  context: StepContext,
  tools: readonly { actions?: readonly string[] | undefined }[],
): Promise<DescribedOperation[]> {
  const places = tools.flatMap(({ actions = [] }, index) =>
    actions.map((_, number) => ({ index, pointer: `/tools/${index}/actions/${number}` })),
  );
  return mapInParts(places, async (place) => {
    const operation = await context.openOperation(place.pointer);
    const { key, digest } = operation;
    return { key, digest, description: descriptionOf(operation), ...place };
  });
}

/** Reads the schemas of operations for the model. @throws StepFailure APP_MISSING */
export async function readSchemas(context: StepContext, pointers: readonly string[]): Promise<JsonObject[]> {
  return mapInParts(pointers, async (pointer) => {
    const { input, schemas } = await context.openOperation(pointer);
    return schemaForCaller(input, (name) => schemas[name]) as JsonObject;
  });
}

function descriptionOf({ key, title, description }: OpenedOperation): string {
  const parts = [title === key ? '' : title, description].filter((part) => part !== '');
  return parts.join('. ').slice(0, MAX_DESCRIPTION).toWellFormed();
}

async function mapInParts<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += READ_AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + READ_AT_ONCE).map(read))));
  return results;
}
