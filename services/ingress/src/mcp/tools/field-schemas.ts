import type { JsonSchema } from '@workflow/component-kit';
import { itemShape, type Field, type ValueShape } from '@workflow/workflow-model';

/** Returns the JSON Schema of an object with these fields, for models. Fields that are not optional are required. */
export function schemaOfFields(fields: readonly Field[], extra: Record<string, JsonSchema> = {}): JsonSchema {
  const required = fields.filter(({ optional }) => optional !== true).map(({ key }) => key);
  const properties = Object.fromEntries(fields.map((field) => [field.key, schemaOfField(field)]));
  return {
    type: 'object',
    additionalProperties: false,
    properties: { ...extra, ...properties },
    ...(required.length > 0 && { required }),
  };
}

function schemaOfField({ sensitive, ...shape }: Field): JsonSchema {
  const schema = schemaOfShape(shape);
  return sensitive === true ? { ...schema, description: 'Sensitive: it is sealed and never shown.' } : schema;
}

/** Returns the JSON Schema of a value of this type. The schema of JSON has no constraints. */
export function schemaOfShape(shape: ValueShape): JsonSchema {
  switch (shape.type) {
    case 'TEXT':
      return { type: 'string' };
    case 'NUMBER':
      return { type: 'number' };
    case 'BOOLEAN':
      return { type: 'boolean' };
    case 'DATE_TIME':
      return { type: 'string', format: 'date-time' };
    case 'LIST':
      return { type: 'array', items: schemaOfShape(itemShape(shape.items)) };
    case 'OBJECT':
      return schemaOfFields(shape.fields ?? []);
    case 'FILE':
      return { type: 'string', format: 'uuid', description: 'The `fileId` of a file that was uploaded.' };
    case 'JSON':
      return {};
  }
}
