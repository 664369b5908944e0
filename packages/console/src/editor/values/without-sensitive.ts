import { isMasked, type Field, type JsonObject } from '@workflow/workflow-model';

/**
 * The values, by dotted keys, that may be stored in this browser or filled in again: without those of sensitive fields,
 * and without what a session shows masked.
 */
export function withoutSensitive(fields: readonly Field[], values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => !isSensitive(fields, key.split('.')) && (value === undefined || !isMasked(value)),
    ),
  );
}

function isSensitive(fields: readonly Field[], [name, ...rest]: readonly string[]): boolean {
  const field = fields.find(({ key }) => key === name);
  if (field === undefined) return false;
  if (field.sensitive === true) return true;
  if (rest.length > 0) return isSensitive(field.fields ?? [], rest);
  return itemFields(field).some((inner) => isSensitive([inner], [inner.key]));
}

/** Returns the fields of an object, or of the objects of a list, which is remembered as a whole. */
function itemFields({ fields, items }: Field): readonly Field[] {
  return fields ?? (typeof items === 'object' ? items.fields : []);
}
