import { setOwn, type Json, type JsonObject } from '@workflow/workflow-model';

/** Names of fields within each other; a number is a place in a list. */
export type Path = readonly string[];

/** `address.city`; a name that has a dot itself is found where an item has a field of the whole text. */
export function pathOf(field: string): Path {
  return field.split('.');
}

/** The value at a field of an item; undefined: there is none. */
export function valueAt(item: Json, field: string, path: Path = pathOf(field)): Json | undefined {
  if (isObject(item) && Object.hasOwn(item, field)) return item[field];
  let value: Json | undefined = item;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (!Object.hasOwn(value, name)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

/** A copy of the item with another value at a field; objects on the way are made where there are none. */
export function withValueAt(item: Json, field: string, value: Json, path: Path = pathOf(field)): Json {
  const isWhole = isObject(item) && Object.hasOwn(item, field);
  return replaced(item, isWhole ? [field] : path, value);
}

function replaced(holder: Json | undefined, [name, ...rest]: Path, value: Json): Json {
  if (name === undefined) return value;
  if (Array.isArray(holder) && /^\d+$/.test(name) && Number(name) < holder.length)
    return holder.map((one, index) => (index === Number(name) ? replaced(one, rest, value) : one));
  const copy: JsonObject = isObject(holder) ? { ...holder } : {};
  setOwn(copy, name, replaced(Object.hasOwn(copy, name) ? copy[name] : undefined, rest, value));
  return copy;
}

/** Entries of the objects and lists on the way to a field, which a copy with another value there has to copy. */
export function entriesAlong(item: Json, field: string, path: Path = pathOf(field)): number {
  if (!isObject(item) || Object.hasOwn(item, field)) return entriesOf(item);
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
  return isObject(holder) ? Object.keys(holder).length : 0;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
