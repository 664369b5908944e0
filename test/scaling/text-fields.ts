import type { JsonSchema } from '@workflow/component-kit';
import { objectOrEmpty, type Json, type JsonObject } from '@workflow/workflow-model';

/** A field of free text in a schema. An item of a list is `0`, a property with any name is `*`. */
export interface TextField {
  path: string[];
  maxLength: number;
}

/** Lists the fields of free text in a schema: all strings except those of a fixed list. */
export function textFieldsOf(schema: JsonSchema, maxLength: number, path: string[] = []): TextField[] {
  const { type, properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema as ObjectSchema;
  const inner: TextField[] = [
    ...Object.entries(properties).flatMap(([key, one]) => textFieldsOf(one, maxLength, [...path, key])),
    ...(items === undefined ? [] : textFieldsOf(items, maxLength, [...path, '0'])),
    ...(typeof additionalProperties === 'object' ? textFieldsOf(additionalProperties, maxLength, [...path, '*']) : []),
    ...[...anyOf, ...oneOf].flatMap((one) => textFieldsOf(one, maxLength, path)),
  ];
  const types = [type].flat();
  const isFree = (types.includes('string') || types.includes(undefined)) && !('enum' in schema) && !('const' in schema);
  const isText = isFree && path.length > 0 && inner.length === 0;
  // Fields of fields have the same schema as the first ones.
  if (path.filter((key) => key === 'fields').length > 1) return [];
  const fields = isText
    ? [{ path, maxLength: Math.min(maxLength, (schema['maxLength'] as number) ?? maxLength) }]
    : inner;
  return [...new Map(fields.map((field) => [field.path.join('/'), field])).values()];
}

interface ObjectSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** Returns a copy of a value with a text at a path. Missing parts of the path are created. */
export function withText(value: Json | undefined, [key, ...rest]: readonly string[], text: string): Json {
  if (key === undefined) return text;
  if (key === '0') return [withText(Array.isArray(value) ? value[0] : undefined, rest, text)];
  const object = objectOrEmpty(value);
  if (key === '*') return { ...object, a: withText(undefined, rest, text), ...(rest.length === 0 && { [text]: 'a' }) };
  return { ...object, [key]: withText((object as JsonObject)[key], rest, text) };
}
