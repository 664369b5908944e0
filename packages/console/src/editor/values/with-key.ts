import type { Json, JsonObject } from '@workflow/workflow-model';

/** The object with a value, or without its key when the value is undefined. */
export function withKey(values: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _old, ...rest } = values;
  return value === undefined ? rest : { ...values, [key]: value };
}
