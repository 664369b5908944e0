import { isTruthy, setOwn, StepFailure, type Json, type JsonObject } from '@workflow/workflow-model';
import { aggregateItems, groupItems } from './aggregate.ts';
import { uniqueItems } from './identity.ts';
import { LARGE_LIMITS, MadeRoom } from './made-room.ts';
import { mergeItems } from './merge.ts';
import type { AggregateValue, Group, Operation } from './operation.ts';
import { sortItems } from './order.ts';
import { pickFields, renameFields, splitItems } from './reshape.ts';

/** The bytes of the scope of one filter evaluation. */
const EVALUATED_BYTES = 64;

/** A list after some operations. `isGrouped` is true if its items are groups. */
interface Listed {
  value: Json;
  isGrouped: boolean;
}

/**
 * Applies all operations. Returns the list, or the object of an `aggregate` at the end.
 * @param shared the limits of all operations together; default: each operation has its own
 * @throws StepFailure
 */
export async function applyOperations(
  items: Json[],
  operations: readonly Operation[],
  shared?: MadeRoom,
): Promise<Json> {
  let listed: Listed = { value: items, isGrouped: false };
  for (const operation of operations)
    listed = await applyOperation(listed, operation, shared ?? new MadeRoom(LARGE_LIMITS));
  return listed.value;
}

/** Applies one operation. @throws StepFailure */
async function applyOperation({ value, isGrouped }: Listed, operation: Operation, room: MadeRoom): Promise<Listed> {
  if (!Array.isArray(value))
    throw new StepFailure('CONFIG_INVALID', 'Nothing can follow Aggregate unless it is after Group');
  switch (operation.operation) {
    case 'filter':
      room.takeBytes('filter', value.length * EVALUATED_BYTES);
      return { value: await filterItems(value, operation.evaluate), isGrouped };
    case 'sort':
      return { value: sortItems(value, operation.by, room), isGrouped };
    case 'limit':
      return { value: limited(value, operation.count, operation.from), isGrouped };
    case 'unique':
      return { value: uniqueItems(value, operation.by, room), isGrouped };
    case 'group':
      return { value: groupItems(value, operation.by, room), isGrouped: true };
    case 'aggregate':
      return {
        value: isGrouped
          ? aggregateGroups(value as Group[], operation.values, room)
          : aggregateItems(value, operation.values, room),
        isGrouped: false,
      };
    case 'split':
      return { value: splitItems(value, operation.field, room), isGrouped: false };
    case 'pick':
      return { value: pickFields(value, operation.fields, room), isGrouped: false };
    case 'rename':
      return { value: renameFields(value, operation.fields, room), isGrouped: false };
    case 'merge':
      return { value: mergeItems(value, operation, room), isGrouped: false };
  }
}

async function filterItems(items: readonly Json[], evaluate: (item: Json, index: number) => unknown): Promise<Json[]> {
  const selected: Json[] = [];
  for (const [index, item] of items.entries()) {
    const value = evaluate(item, index);
    if (isTruthy((value instanceof Promise ? await value : value) as Json | undefined)) selected.push(item);
  }
  return selected;
}

function limited(items: readonly Json[], count: number, from: 'start' | 'end'): Json[] {
  if (from === 'start') return items.slice(0, count);
  return count === 0 ? [] : items.slice(-count);
}

function aggregateGroups(groups: readonly Group[], values: readonly AggregateValue[], room: MadeRoom): JsonObject[] {
  return groups.map(({ key, items }) => {
    const result: JsonObject = { key };
    const aggregated = aggregateItems(items, values, room);
    for (const name of Object.keys(aggregated)) setOwn(result, name, aggregated[name] as Json);
    return result;
  });
}
