import type { JsonSchema } from '@workflow/component-kit';

/** Returns the schema of an object with only some of its properties. */
export function withProperties(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  return { ...schema, properties: Object.fromEntries(properties.filter(([name]) => names.includes(name))) };
}
