import type { Field, Json, JsonObject } from '@workflow/component-kit/run';
import type { ListItems, ValueShape } from '@workflow/workflow-model';

/** The form of optional fields: they may be null, or they may be left out. */
type Optional = 'nullable' | 'left-out';

/**
 * Returns a strict schema of the answer: every property is required and no other is allowed, as the servers require
 * (https://platform.openai.com/docs/guides/structured-outputs). Optional properties may be null.
 */
export function answerSchema(fields: readonly Field[]): JsonObject {
  return objectSchema(fields, 'nullable');
}

/** Returns the schema of the arguments of a tool. Optional arguments may be left out. */
export function argumentsSchema(fields: readonly Field[]): JsonObject {
  return objectSchema(fields, 'left-out');
}

function objectSchema(fields: readonly Field[], form: Optional): JsonObject {
  const required = fields.filter(({ optional }) => form === 'nullable' || optional !== true);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field): [string, Json] => [field.key, fieldSchema(field, form)])),
    required: required.map(({ key }) => key),
    additionalProperties: false,
  };
}

function fieldSchema(field: Field, form: Optional): JsonObject {
  const schema = shapeSchema(field, form);
  return field.optional === true && form === 'nullable' ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function shapeSchema({ type, fields = [], items }: ValueShape, form: Optional): JsonObject {
  switch (type) {
    case 'NUMBER':
      return { type: 'number' };
    case 'BOOLEAN':
      return { type: 'boolean' };
    case 'DATE_TIME':
      return { type: 'string', description: 'A date and time in ISO 8601, with its zone.' };
    case 'LIST':
      return { type: 'array', items: itemsSchema(items, form) };
    case 'OBJECT':
      return objectSchema(fields, form);
    case 'FILE':
      return { type: 'string', description: 'The fileId of a file.' };
    case 'JSON':
      // A strict schema has no place for any value.
      return form === 'nullable' ? { type: 'string', description: 'Any value, written as JSON.' } : {};
    default:
      return { type: 'string' };
  }
}

function itemsSchema(items: ListItems | undefined, form: Optional): JsonObject {
  if (items === undefined) return { type: 'string' };
  return shapeSchema(typeof items === 'string' ? { type: items } : items, form);
}
