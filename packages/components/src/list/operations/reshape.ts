import { isJsonObject, setOwn, type Json, type JsonObject } from '@workflow/workflow-model';
import { ItemCopy } from './item-copy.ts';
import type { MadeRoom } from './made-room.ts';
import { entriesAlong, pathOf, valueAt, withValueAt } from './paths.ts';

/**
 * Creates one item for each element of the list at a field, with the element in its place. An empty list creates none.
 * @throws StepFailure OUTPUT_TOO_LARGE before anything is created
 */
export function splitItems(items: readonly Json[], field: string, room: MadeRoom): Json[] {
  const path = pathOf(field);
  let count = 0;
  let entries = 0;
  for (const item of items) {
    const value = valueAt(item, field, path);
    if (!Array.isArray(value)) continue;
    count += value.length;
    entries += value.length * entriesAlong(item, field, path);
  }
  room.takeCopies('split', count, entries);
  return items.flatMap((item) => {
    const value = valueAt(item, field, path);
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) return [item];
    return value.map((element) => withValueAt(item, field, element, path));
  });
}

/** Returns each item with only these fields, nested as before. @throws StepFailure OUTPUT_TOO_LARGE */
export function pickFields(items: readonly Json[], fields: readonly string[], room: MadeRoom): Json[] {
  const paths = fields.map((field) => ({ field, path: pathOf(field) }));
  return items.map((item) => {
    const picked: JsonObject = {};
    const nested = new ItemCopy(picked);
    let entries = 0;
    for (const { field, path } of paths) {
      const value = valueAt(item, field, path);
      if (value === undefined) continue;
      entries += path.length;
      if (isJsonObject(item) && Object.hasOwn(item, field)) setOwn(nested.value as JsonObject, field, value);
      else nested.set(field, path, value);
    }
    room.takeCopies('pick', 1, entries + nested.entries);
    return nested.value;
  });
}

/**
 * Renames all fields together, so that two fields can swap their names. A field stays in its place if its name has no
 * dots.
 * @throws StepFailure OUTPUT_TOO_LARGE
 */
export function renameFields(items: readonly Json[], names: Readonly<Record<string, string>>, room: MadeRoom): Json[] {
  const pairs = Object.entries(names);
  const isFlat = pairs.every(([from, to]) => !from.includes('.') && !to.includes('.'));
  return items.map((item) => {
    if (!isJsonObject(item)) return item;
    if (!isFlat) return renamedWithin(item, pairs, room);
    room.takeCopies('rename', 1, Object.keys(item).length);
    return renamedFlat(item, names);
  });
}

/** Renames fields. A field whose name another one gets is removed. */
function renamedFlat(item: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  const keys = Object.keys(item);
  const taken = new Set(keys.filter((key) => Object.hasOwn(names, key)).map((key) => names[key]));
  const renamed: JsonObject = {};
  for (const key of keys) {
    const to = Object.hasOwn(names, key) ? (names[key] as string) : key;
    if (to !== key || names[key] === key || !taken.has(key)) setOwn(renamed, to, item[key] as Json);
  }
  return renamed;
}

function renamedWithin(item: Json, pairs: readonly (readonly [string, string])[], room: MadeRoom): Json {
  const moved = pairs.flatMap(([from, to]) => {
    const value = valueAt(item, from);
    return value === undefined ? [] : [{ from, to, value }];
  });
  const renamed = new ItemCopy(item);
  for (const { from } of moved) renamed.remove(from, pathOf(from));
  for (const { to, value } of moved) renamed.set(to, pathOf(to), value);
  room.takeCopies('rename', 1, renamed.entries + moved.length);
  return renamed.value;
}
