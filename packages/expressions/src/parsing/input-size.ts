import type { Json } from '@workflow/workflow-model';
import { SIZE_OF_NODE } from './expression-cost.ts';
import type { PlaceholderReference } from './find-references.ts';

/**
 * Returns the size of a value, by its texts and by the number of values in it. For a larger value it returns some
 * number above `limit`, so that measuring never takes longer than the limit allows.
 */
export function sizeWithin(value: Json | undefined, limit: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return SIZE_OF_NODE;
  return Array.isArray(value) ? sizeOfList(value, limit) : sizeOfObject(value, limit);
}

function sizeOfList(items: readonly Json[], limit: number): number {
  let size = SIZE_OF_NODE;
  for (const item of items) {
    size += sizeOfMember(item, limit - size);
    if (size > limit) break;
  }
  return size;
}

function sizeOfObject(members: Readonly<Record<string, Json>>, limit: number): number {
  let size = SIZE_OF_NODE;
  for (const key of Object.keys(members)) {
    size += key.length + sizeOfMember(members[key], limit - size);
    if (size > limit) break;
  }
  return size;
}

/** Counts each member. A list of empty texts also has a size. */
function sizeOfMember(value: Json | undefined, limit: number): number {
  return sizeWithin(value, limit) + (typeof value === 'string' ? SIZE_OF_NODE : 0);
}

/** The values that an expression reads (see ParsedExpression). */
interface Reads {
  references: readonly Pick<PlaceholderReference, 'path'>[];
  readsAll: boolean;
}

/**
 * Returns the size of the values that an expression reads, without the objects around them. Returns any number above
 * `limit` if it is larger.
 */
export function inputSize(
  { references, readsAll }: Reads,
  placeholders: Readonly<Record<string, Json>>,
  limit: number,
): number {
  if (readsAll) return sizeWithin(placeholders as Json, limit);
  let size = 0;
  for (const { path } of references) {
    if (size > limit) break;
    size += sizeWithin(valueAt(placeholders, path), limit - size);
  }
  return size;
}

/** Returns the value at a path. A path through a list reads all items, so the whole list counts. */
function valueAt(placeholders: Readonly<Record<string, Json>>, path: readonly string[]): Json | undefined {
  let value = placeholders as Json | undefined;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}
