import type { Field, JsonObject, Json } from '@workflow/component-kit/run';
import type { ListItems, ValueShape } from '@workflow/workflow-model';

/**
 * Returns a strict schema of the answer: every property is required and no other is allowed, as the servers require
 * (https://platform.openai.com/docs/guides/structured-outputs). Optional properties may be null.
 */
export function answerSchema(fields: readonly Field[]): JsonObject {
  return objectSchema(fields);
}

function objectSchema(fields: readonly Field[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field): [string, Json] => [field.key, fieldSchema(field)])),
    required: fields.map(({ key }) => key),
    additionalProperties: false,
  };
}

function fieldSchema(field: Field): JsonObject {
  const schema = shapeSchema(field);
  return field.optional === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function shapeSchema({ type, fields = [], items }: ValueShape): JsonObject {
  switch (type) {
    case 'NUMBER':
      return { type: 'number' };
    case 'BOOLEAN':
      return { type: 'boolean' };
    case 'DATE_TIME':
      return { type: 'string', description: 'A date and time in ISO 8601, with its zone.' };
    case 'LIST':
      return { type: 'array', items: itemsSchema(items) };
    case 'OBJECT':
      return objectSchema(fields);
    case 'JSON':
      return { type: 'string', description: 'Any value, written as JSON.' };
    default:
      return { type: 'string' };
  }
}

function itemsSchema(items: ListItems | undefined): JsonObject {
  if (items === undefined) return { type: 'string' };
  return shapeSchema(typeof items === 'string' ? { type: items } : items);
}
