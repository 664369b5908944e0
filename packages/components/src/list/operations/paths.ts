import { isJsonObject, setOwn, type Json, type JsonObject } from '@workflow/workflow-model';

/** The names of nested fields. A number is an index of a list. */
export type Path = readonly string[];

/**
 * Returns the path of a field such as `address.city`. A name with a dot is found if an item has a field with the whole
 * name.
 */
export function pathOf(field: string): Path {
  return field.split('.');
}

/** Returns the value at a field of an item, or undefined. */
export function valueAt(item: Json, field: string, path: Path = pathOf(field)): Json | undefined {
  if (isJsonObject(item) && Object.hasOwn(item, field)) return item[field];
  let value: Json | undefined = item;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (!Object.hasOwn(value, name)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

/** Returns a copy of the item with another value at a field, and creates missing objects on the path. */
export function withValueAt(item: Json, field: string, value: Json, path: Path = pathOf(field)): Json {
  const isWhole = isJsonObject(item) && Object.hasOwn(item, field);
  return replaced(item, isWhole ? [field] : path, value);
}

function replaced(holder: Json | undefined, [name, ...rest]: Path, value: Json): Json {
  if (name === undefined) return value;
  if (Array.isArray(holder) && /^\d+$/.test(name) && Number(name) < holder.length)
    return holder.map((one, index) => (index === Number(name) ? replaced(one, rest, value) : one));
  const copy: JsonObject = isJsonObject(holder) ? { ...holder } : {};
  setOwn(copy, name, replaced(Object.hasOwn(copy, name) ? copy[name] : undefined, rest, value));
  return copy;
}

/** Returns the number of entries that a copy with another value at the field must copy. */
export function entriesAlong(item: Json, field: string, path: Path = pathOf(field)): number {
  if (!isJsonObject(item) || Object.hasOwn(item, field)) return entriesOf(item);
  let entries = 0;
  let holder: Json | undefined = item;
  for (const name of path) {
    if (typeof holder !== 'object' || holder === null) break;
    entries += entriesOf(holder);
    holder = Object.hasOwn(holder, name) ? (holder as JsonObject)[name] : undefined;
  }
  return entries;
}

function entriesOf(holder: Json): number {
  if (Array.isArray(holder)) return holder.length;
  return isJsonObject(holder) ? Object.keys(holder).length : 0;
}
