import type { Field, Json } from './definition.ts';

/** Paths looked for at most: each is said to a person, or guarded in a program. */
const MAX_PATHS = 1_000;

/**
 * The paths of fields that are not optional and have no value. Of an object that is there its fields are looked at, of
 * one that is not there the object is named.
 *
 * @param values by key, objects nested
 */
export function absentFields(fields: readonly Field[], values: Readonly<Record<string, Json>>): string[][] {
  const found: string[][] = [];
  collect(fields, values, [], found);
  return found;
}

function collect(
  fields: readonly Field[],
  values: Readonly<Record<string, Json>>,
  within: readonly string[],
  found: string[][],
): void {
  for (const field of fields) {
    if (found.length >= MAX_PATHS) return;
    const value = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
    const path = [...within, field.key];
    if (value === undefined) {
      if (field.optional !== true) found.push(path);
    } else if (field.type === 'OBJECT' && typeof value === 'object' && value !== null && !Array.isArray(value))
      collect(field.fields ?? [], value, path, found);
  }
}
