import { isJsonObject, setOwn, type Field, type Json, type JsonObject } from '@workflow/workflow-model';

/**
 * Returns a placeholder's value by dotted keys, as callers send it (contract §2.2 rule 6). It is the reverse of
 * `nestPlaceholders`. Missing fields, and optional fields with null, are left out.
 */
export function flattenPlaceholder(field: Field, value: Json | undefined): JsonObject {
  const dotted: JsonObject = {};
  flatten(field, value, field.key, dotted);
  return dotted;
}

function flatten(field: Field, value: Json | undefined, key: string, dotted: JsonObject): void {
  if (value === undefined || (value === null && field.optional === true)) return;
  if (field.type !== 'OBJECT') return setOwn(dotted, key, value);
  if (!isJsonObject(value)) return;
  for (const inner of field.fields ?? []) {
    if (Object.hasOwn(value, inner.key)) flatten(inner, value[inner.key], `${key}.${inner.key}`, dotted);
  }
}
