import type { Field, PlaceholderType, ValueShape } from '@workflow/workflow-model';
import { isObject } from '../is-object.ts';
import { mergeSchema, type FindSchema } from './merge-schema.ts';
import type { AppSchema, HttpBody } from '../snapshot.ts';

/** The fields of one output. Definitions contain them, so there are not many. */
const MAX_FIELDS = 300;
const MAX_FIELDS_OF_OBJECT = 200;
/** OBJECTs within the output: a definition may have six levels, and the output itself is the first. */
const MAX_DEPTH = 5;
const MAX_KEY = 128;
/** The work of merging the schemas of one output. Fields of schemas that are not read become JSON. */
const MAX_MERGED = 100_000;

/** Returns the type of the output of an HTTP operation. @param as the form of a successful body; null if it has none */
export function httpOutput(as: HttpBody['as'] | null, schema: AppSchema | null, find: FindSchema): ValueShape {
  const otherFields: Field[] = [
    { key: 'status', type: 'NUMBER' },
    { key: 'headers', type: 'JSON' },
  ];
  if (as === 'text' || as === 'file')
    return { type: 'OBJECT', fields: [...otherFields, { key: 'body', type: as === 'text' ? 'TEXT' : 'FILE' }] };
  return { type: 'OBJECT', fields: [...otherFields, typedField('body', schema, find)] };
}

/** Returns the type of the output of a tool. */
export function toolOutput(schema: AppSchema | null, find: FindSchema): ValueShape {
  const fields: Field[] = [
    { key: 'text', type: 'TEXT' },
    { ...typedField('data', schema, find), ...(schema === null && { optional: true }) },
    { key: 'files', type: 'LIST', items: 'FILE' },
  ];
  return { type: 'OBJECT', fields };
}

/** A field whose type is not determined yet. */
interface Open {
  field: Field;
  schema: AppSchema;
  depth: number;
}

/**
 * Returns a field with the type of a schema. Upper levels are typed first. Schemas without an equivalent type, and
 * those beyond the limits, become JSON.
 */
function typedField(key: string, schema: AppSchema | null, find: FindSchema): Field {
  const root: Field = { key, type: 'JSON' };
  const queue: Open[] = schema === null ? [] : [{ field: root, schema, depth: 2 }];
  const budget = { left: MAX_MERGED };
  let count = 0;
  // The queue grows while it is read.
  for (const { field, schema: given, depth } of queue) {
    const { schema: merged, isNullable } = mergeSchema(given, find, budget);
    if (isNullable) field.optional = true;
    const type = typeOf(merged);
    const item = type === 'LIST' ? mergeSchema((merged['items'] ?? {}) as AppSchema, find, budget).schema : null;
    const opened = openFields(item ?? merged, depth, MAX_FIELDS - count);
    if (type === 'OBJECT' && opened === null) continue;
    field.type = type;
    if (item !== null)
      field.items = opened === null ? itemType(typeOf(item)) : { type: 'OBJECT', fields: fieldsOf(opened) };
    else if (opened !== null) field.fields = fieldsOf(opened);
    queue.push(...(opened ?? []));
    count += opened?.length ?? 0;
  }
  return root;
}

const fieldsOf = (opened: readonly Open[]): Field[] => opened.map(({ field }) => field);

/** Returns the fields of an object whose types are not determined yet, or null if it has none or they do not fit. */
function openFields(schema: Record<string, unknown>, depth: number, room: number): Open[] | null {
  if (typeOf(schema) !== 'OBJECT' || depth > MAX_DEPTH) return null;
  const properties = Object.entries(schema['properties'] as Record<string, AppSchema>);
  if (properties.length > Math.min(room, MAX_FIELDS_OF_OBJECT)) return null;
  if (!properties.every(([name]) => isKey(name))) return null;
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  return properties.map(([name, property]) => ({
    field: { key: name, type: 'JSON', ...(!required.has(name) && { optional: true }) },
    schema: property,
    depth: depth + 1,
  }));
}

function itemType(type: PlaceholderType) {
  return type === 'OBJECT' || type === 'LIST' ? 'JSON' : type;
}

function isKey(name: string): boolean {
  return name !== '' && name !== '__proto__' && name.length <= MAX_KEY && !/[.\p{Cc}]/u.test(name);
}

/** Returns the type of values of a schema without references. */
function typeOf(schema: Record<string, unknown>): PlaceholderType {
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.length !== 1) return 'JSON';
  switch (types[0]) {
    case 'string':
      return schema['format'] === 'date-time' ? 'DATE_TIME' : 'TEXT';
    case 'number':
    case 'integer':
      return 'NUMBER';
    case 'boolean':
      return 'BOOLEAN';
    case 'array':
      return 'LIST';
    case 'object':
      return isObject(schema['properties']) && Object.keys(schema['properties']).length > 0 ? 'OBJECT' : 'JSON';
    default:
      return 'JSON';
  }
}

function typesOf({ type, properties, items, enum: values }: Record<string, unknown>): unknown[] {
  if (Array.isArray(type)) return type;
  if (type !== undefined) return [type];
  if (isObject(properties)) return ['object'];
  if (items !== undefined) return ['array'];
  return Array.isArray(values) && values.length > 0 && values.every((one) => typeof one === 'string') ? ['string'] : [];
}
