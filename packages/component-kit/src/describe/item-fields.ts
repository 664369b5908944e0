import { isJsonObject, type Json, type JsonObject } from '@workflow/workflow-model';
import { propertiesOf } from './config-sites.ts';
import type { JsonSchema } from './config-types.ts';

/** The fields of a list's items. `level` counts the lists of objects that contain them. */
export interface ItemFields {
  pointer: string;
  fields: Json;
  level: number;
}

/** Returns the item fields of every list of objects in a config, at any depth. Drafts may contain anything. */
export function itemFieldsIn(schema: JsonSchema, config: JsonObject): ItemFields[] {
  return Object.entries(propertiesOf(schema)).flatMap(([key, property]) => {
    const value = config[key];
    if (property['x-control'] === 'fields') return inFields(value, `/${key}`, 1);
    return property['x-control'] === 'items' ? inItems(value, `/${key}`, 1) : [];
  });
}

function inFields(fields: Json | undefined, pointer: string, level: number): ItemFields[] {
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field, index) => {
    if (!isJsonObject(field)) return [];
    const at = `${pointer}/${index}`;
    return [...inFields(field.fields, `${at}/fields`, level), ...inItems(field.items, `${at}/items`, level)];
  });
}

function inItems(items: Json | undefined, at: string, level: number): ItemFields[] {
  if (!isJsonObject(items) || items.fields === undefined) return [];
  const pointer = `${at}/fields`;
  return [{ pointer, fields: items.fields, level }, ...inFields(items.fields, pointer, level + 1)];
}
