import { setOwn, type Json, type JsonObject } from '@workflow/workflow-model';
import { isObject, pathOf, valueAt, withoutValueAt, withValueAt } from './paths.ts';

/** One item for each element of the list at a field, with the element in its place; none where nothing is there. */
export function splitItems(items: readonly Json[], field: string): Json[] {
  const path = pathOf(field);
  return items.flatMap((item) => {
    const value = valueAt(item, field, path);
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) return [item];
    return value.map((element) => withValueAt(item, field, element, path));
  });
}

/** Each item with these fields alone, nested as they were. */
export function pickFields(items: readonly Json[], fields: readonly string[]): Json[] {
  const paths = fields.map((field) => ({ field, path: pathOf(field) }));
  return items.map((item) => {
    let picked: Json = {};
    for (const { field, path } of paths) {
      const value = valueAt(item, field, path);
      if (value === undefined) continue;
      if (isObject(item) && Object.hasOwn(item, field)) setOwn(picked as JsonObject, field, value);
      else picked = withValueAt(picked, field, value, path);
    }
    return picked;
  });
}

/** All at once, so that two fields can change their names. A field keeps its place where its name has no dots. */
export function renameFields(items: readonly Json[], names: Readonly<Record<string, string>>): Json[] {
  const pairs = Object.entries(names);
  const isFlat = pairs.every(([from, to]) => !from.includes('.') && !to.includes('.'));
  return items.map((item) => {
    if (!isObject(item)) return item;
    return isFlat ? renamedFlat(item, names) : renamedWithin(item, pairs);
  });
}

/** A field whose name another one takes gives way. */
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

function renamedWithin(item: Json, pairs: readonly (readonly [string, string])[]): Json {
  const moved = pairs.flatMap(([from, to]) => {
    const value = valueAt(item, from);
    return value === undefined ? [] : [{ from, to, value }];
  });
  let renamed = item;
  for (const { from } of moved) renamed = withoutValueAt(renamed, from);
  for (const { to, value } of moved) renamed = withValueAt(renamed, to, value);
  return renamed;
}
