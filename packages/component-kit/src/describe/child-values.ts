import { isJsonObject, type Json, type JsonObject } from '@workflow/workflow-model';
import { propertiesOf } from './config-sites.ts';
import { ALL_FIELDS, type JsonSchema, type PlaceholdersAnnotation } from './config-types.ts';

/** The values that a config passes to a component of another workflow. Pointers are JSON pointers within the config. */
export interface ChildValues {
  workflowId: string;
  componentId: string;
  values: { pointer: string; given: JsonObject } | null;
  /** The placeholder that gets its value at run time. Null if there is none, or the fields of the value set several. */
  item: { pointer: string; key: string } | null;
}

/**
 * Reads the values by the `x-placeholders` of the schema. Returns null if the config names no component yet or passes
 * nothing.
 */
export function childValuesOf(schema: JsonSchema, config: JsonObject): ChildValues | null {
  let childValues: ChildValues | null = null;
  for (const [key, property] of Object.entries(propertiesOf(schema))) {
    const annotation = property['x-placeholders'] as PlaceholdersAnnotation | undefined;
    if (annotation === undefined || !Object.hasOwn(config, key)) continue;
    const { [annotation.workflow]: workflowId, [annotation.component]: componentId } = config;
    if (typeof workflowId !== 'string' || typeof componentId !== 'string') continue;
    childValues ??= { workflowId, componentId, values: null, item: null };
    const pointer = `/${key}`;
    const value = config[key] as Json;
    if (annotation.as === 'key' && typeof value === 'string' && value !== ALL_FIELDS)
      childValues.item = { pointer, key: value };
    if (annotation.as === 'values' && isJsonObject(value)) childValues.values = { pointer, given: value };
  }
  return childValues;
}
