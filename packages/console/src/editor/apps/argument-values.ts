import type { Json, JsonObject } from '@workflow/workflow-model';

/** The object with an argument, or without it when it is undefined. */
export function withArgument(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _old, ...rest } = object;
  return value === undefined ? rest : { ...object, [key]: value };
}

/** A key within a JSON pointer (RFC 6901). */
export function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
