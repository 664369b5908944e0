import { itemShape, type Field, type Json, type JsonObject, type ValueShape } from '@workflow/workflow-model';

/**
 * The form of optional fields. `left-out`: they may be missing. `nullable`: they may be null, and every property is
 * required, as model servers demand (https://platform.openai.com/docs/guides/structured-outputs).
 */
export type OptionalFields = 'left-out' | 'nullable';

/**
 * Returns the JSON Schema of an object with these fields, which allows no others.
 *
 * @example jsonSchemaOfFields([{ key: 'n', type: 'NUMBER' }])
 * // { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], additionalProperties: false }
 */
export function jsonSchemaOfFields(fields: readonly Field[], optional: OptionalFields = 'left-out'): JsonObject {
  const required = fields.filter((field) => optional === 'nullable' || field.optional !== true).map(({ key }) => key);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field): [string, Json] => [field.key, schemaOfField(field, optional)])),
    ...((required.length > 0 || optional === 'nullable') && { required }),
    additionalProperties: false,
  };
}

function schemaOfField({ sensitive, ...field }: Field, optional: OptionalFields): JsonObject {
  const shape = jsonSchemaOf(field, optional);
  const schema = sensitive === true ? { ...shape, description: 'Sensitive: it is sealed and never shown.' } : shape;
  return field.optional === true && optional === 'nullable' ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** Returns the JSON Schema of a value of this type. */
export function jsonSchemaOf(shape: ValueShape, optional: OptionalFields = 'left-out'): JsonObject {
  // Strict servers refuse some formats.
  const isStrict = optional === 'nullable';
  switch (shape.type) {
    case 'TEXT':
      return { type: 'string' };
    case 'NUMBER':
      return { type: 'number' };
    case 'BOOLEAN':
      return { type: 'boolean' };
    case 'DATE_TIME':
      return isStrict
        ? { type: 'string', description: 'A date and time in ISO 8601, with its time zone.' }
        : { type: 'string', format: 'date-time' };
    case 'LIST':
      return { type: 'array', items: jsonSchemaOf(itemShape(shape.items), optional) };
    case 'OBJECT':
      return jsonSchemaOfFields(shape.fields ?? [], optional);
    case 'FILE':
      return { type: 'string', ...(!isStrict && { format: 'uuid' }), description: 'The `fileId` of a file.' };
    case 'JSON':
      // A strict schema cannot describe a value of any type.
      return isStrict ? { type: 'string', description: 'Any value, written as JSON.' } : {};
  }
}
