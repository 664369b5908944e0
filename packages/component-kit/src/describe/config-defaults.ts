import type { Json, JsonObject } from '@workflow/workflow-model';
import { chosenSchema, propertiesOf } from './config-sites.ts';
import type { JsonSchema, StoredConfig } from './config-types.ts';

/** Fills in the defaults of the schema, at every depth where the config has an object. */
export function withDefaults<const Schema extends JsonSchema>(
  schema: Schema,
  config: JsonObject,
): StoredConfig<Schema> {
  return filled(schema, config) as StoredConfig<Schema>;
}

function filled(given: JsonSchema, value: Json): Json {
  const schema = chosenSchema(given, value);
  if (Array.isArray(value)) {
    const items = schema['items'] as JsonSchema | undefined;
    return items === undefined ? value : value.map((item) => filled(items, item));
  }
  if (typeof value !== 'object' || value === null || schema['properties'] === undefined) return value;
  const result: JsonObject = { ...value };
  for (const [key, property] of Object.entries(propertiesOf(schema))) {
    const one = value[key];
    if (one !== undefined) result[key] = filled(property, one);
    else if ('default' in property) result[key] = property['default'] as Json;
  }
  return result;
}

/** Returns the config of a new component: the defaults of required properties, and the additions of its type. */
export function newConfigOf(schema: JsonSchema, more: JsonObject): JsonObject {
  const properties = propertiesOf(schema);
  const config: JsonObject = {};
  for (const key of (schema['required'] ?? []) as string[]) {
    const property = properties[key];
    if (property !== undefined && 'default' in property) config[key] = structuredClone(property['default']) as Json;
  }
  return { ...config, ...structuredClone(more) };
}
