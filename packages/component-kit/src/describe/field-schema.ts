import { isJsonObject, ITEM_TYPES, PLACEHOLDER_TYPES } from '@workflow/workflow-model';
import type { Field, Json, JsonObject, ListItems, PlaceholderType, ValueShape } from '@workflow/workflow-model';
import type { JsonSchema, SchemaOf } from './config-types.ts';
import type { ConfigProblem } from './component-definition.ts';

/** Maximum depth of OBJECT in OBJECT. Because of the limit the schema can be written without `$ref`. */
export const MAX_FIELD_DEPTH = 6;
/** The maximum number of fields in one list. */
export const MAX_FIELDS = 200;
export const MAX_KEY_LENGTH = 128;

/** Keys are joined by dots when callers address a field (contract §2.2 rule 6), so no key may contain one. */
const FIELD_KEY_PATTERN = '^[^.\\u0000-\\u001f]*$';

/**
 * The schema of `items`, the type of a LIST's items. It does not write out the fields of the items, because that would
 * double the schema with each level of OBJECT: code that checks a config reads them with `itemFieldsIn`.
 */
const ITEMS_SCHEMA = {
  title: 'Items',
  description: 'The type of the items. If empty, text.',
  'x-control': 'items',
  anyOf: [
    { type: 'string', title: 'Simple', enum: ITEM_TYPES },
    {
      type: 'object',
      title: 'Object',
      required: ['type', 'fields'],
      additionalProperties: false,
      properties: {
        type: { type: 'string', enum: ['OBJECT'] },
        fields: {
          type: 'array',
          title: 'Fields',
          description: 'The fields of each item.',
          items: { type: 'object' },
        },
      },
    },
  ],
} as JsonSchema as SchemaOf<ListItems>;

/** @param more additional properties of each field */
function fieldSchema(depth: number, more: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    title: 'Field',
    required: ['key', 'type'],
    additionalProperties: false,
    properties: {
      key: {
        type: 'string',
        title: 'Key',
        minLength: 1,
        maxLength: MAX_KEY_LENGTH,
        pattern: FIELD_KEY_PATTERN,
        'x-message': 'must not contain a dot or a control character',
      },
      type: { type: 'string', title: 'Type', enum: [...PLACEHOLDER_TYPES] },
      optional: { type: 'boolean', title: 'Optional', description: 'The value may be missing.', default: false },
      sensitive: {
        type: 'boolean',
        title: 'Sensitive',
        description: 'Stored encrypted and shown as •••. Later components can read it.',
        default: false,
      },
      ...(depth > 1 ? { fields: fieldsSchema('The fields of the object.', depth - 1, more) } : {}),
      items: ITEMS_SCHEMA,
      ...more,
    },
  };
}

/** Returns the schema of a list of fields, with OBJECTs nested up to `depth`. */
export function fieldsSchema(
  description: string,
  depth: number = MAX_FIELD_DEPTH,
  more: Readonly<Record<string, JsonSchema>> = {},
): SchemaOf<Field[]> {
  const schema: JsonSchema = {
    type: 'array',
    title: 'Fields',
    description,
    maxItems: MAX_FIELDS,
    'x-control': 'fields',
    items: fieldSchema(depth, more),
  };
  return schema as SchemaOf<Field[]>;
}

/** Returns the schemas of `type`, `fields` and `items`, with which a config declares the type of the output. */
export function valueTypeProperties() {
  return {
    type: {
      type: 'string',
      title: 'Type',
      description: 'The type of the result.',
      enum: PLACEHOLDER_TYPES,
    },
    fields: fieldsSchema('The fields of the object.'),
    items: ITEMS_SCHEMA,
  } as const;
}

/** Checks the rules beyond the schema: keys are unique, only an OBJECT has `fields`, and only a LIST has `items`. */
export function checkFields(fields: Json | undefined, pointer: string): ConfigProblem[] {
  if (!Array.isArray(fields)) return [];
  const problems: ConfigProblem[] = [];
  const seen = new Set<string>();
  for (const [index, field] of fields.entries()) {
    if (!isJsonObject(field) || typeof field.key !== 'string') continue;
    const at = `${pointer}/${index}`;
    if (seen.has(field.key)) problems.push({ pointer: `${at}/key`, rule: `The key ${field.key} is used twice` });
    seen.add(field.key);
    if (field.key === '__proto__') problems.push({ pointer: `${at}/key`, rule: 'The key __proto__ is reserved' });
    problems.push(...checkValueType(field, at));
  }
  return problems;
}

/** Checks the same rules for a config, or a field, that has `type`, `fields` and `items`. */
export function checkValueType(holder: JsonObject, pointer: string): ConfigProblem[] {
  if (holder.type === 'OBJECT' && holder.fields === undefined) {
    return [{ pointer: `${pointer}/fields`, field: 'fields', rule: 'is required with type OBJECT' }];
  }
  if (holder.type !== 'OBJECT' && holder.fields !== undefined) {
    return [{ pointer: `${pointer}/fields`, field: 'fields', rule: 'is allowed only with type OBJECT' }];
  }
  if (holder.items === undefined) return checkFields(holder.fields, `${pointer}/fields`);
  if (holder.type !== 'LIST')
    return [{ pointer: `${pointer}/items`, field: 'items', rule: 'is allowed only with type LIST' }];
  return isJsonObject(holder.items) ? checkFields(holder.items.fields, `${pointer}/items/fields`) : [];
}

/** Reads the well-formed fields of a list. Drafts may contain others, which are left out. */
export function readFields(value: unknown): Field[] {
  if (!Array.isArray(value)) return [];
  const fields: Field[] = [];
  for (const item of value) {
    if (!isJsonObject(item) || typeof item.key !== 'string' || !isPlaceholderType(item.type)) continue;
    const field: Field = { key: item.key, ...readValueType(item) };
    if (item.optional === true) field.optional = true;
    if (item.sensitive === true) field.sensitive = true;
    fields.push(field);
  }
  return fields;
}

/** Reads the type, fields and items of a config or a field. A missing or unknown type is read as `JSON`. */
export function readValueType(holder: {
  readonly type?: unknown;
  readonly fields?: unknown;
  readonly items?: unknown;
}): ValueShape {
  const type = isPlaceholderType(holder.type) ? holder.type : 'JSON';
  if (type === 'OBJECT') return { type, fields: readFields(holder.fields) };
  const items = type === 'LIST' ? readItems(holder.items) : null;
  return items === null ? { type } : { type, items };
}

/** Returns null if the type of the items is missing or unknown. The list then has texts. */
function readItems(items: unknown): ListItems | null {
  if (isJsonObject(items)) return items.type === 'OBJECT' ? { type: 'OBJECT', fields: readFields(items.fields) } : null;
  return ITEM_TYPES.find((type) => type === items) ?? null;
}

function isPlaceholderType(value: unknown): value is PlaceholderType {
  return (PLACEHOLDER_TYPES as readonly unknown[]).includes(value);
}
