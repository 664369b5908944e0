import { isJsonObject, type Field, type Json } from './definition.ts';

/** The maximum number of paths. Each is shown to a person, or guarded in a program. */
const MAX_PATHS = 1_000;

/**
 * Returns the paths of required fields without a value. Checks the fields of an existing object, and returns a missing
 * object itself.
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
    } else if (field.type === 'OBJECT' && isJsonObject(value)) collect(field.fields ?? [], value, path, found);
  }
}
