import type { Json, JsonObject } from '@workflow/workflow-model';

/**
 * The object with a value, or without the key when the value is undefined. Changing the type from OBJECT also removes
 * its fields, from LIST its items.
 */
export function withValue(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _old, ...rest } = object;
  const next = value === undefined ? rest : { ...object, [key]: value };
  if (key === 'type' && value === 'OBJECT' && !('fields' in next)) next['fields'] = [];
  if (key === 'type' && value !== 'OBJECT') delete next['fields'];
  if (key === 'type' && value !== 'LIST') delete next['items'];
  return next;
}
