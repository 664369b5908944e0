import type { JsonSchema } from '@workflow/component-kit';

/** A control that a form has for a schema without annotations. */
export type Control =
  | 'choice'
  | 'switch'
  | 'number'
  | 'text'
  | 'time-zone'
  | 'steps'
  | 'tools'
  | 'templates'
  | 'choices'
  | 'texts-or-default'
  | 'texts'
  | 'numbers'
  | 'forms'
  | 'form'
  | 'entries'
  | 'json';

/** The control for a schema, by its choices or its JSON type; a value that may be null has the control of its type. */
export function controlOf(schema: JsonSchema): Control {
  if (Array.isArray(schema['enum'])) return 'choice';
  switch (typeOf(schema)) {
    case 'boolean':
      return 'switch';
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return listControlOf(schema);
    case 'object':
      return objectControlOf(schema);
    default:
      return schema['x-control'] === 'time-zone' ? 'time-zone' : 'text';
  }
}

function listControlOf(schema: JsonSchema): Control {
  const items = (schema['items'] ?? {}) as JsonSchema;
  if (schema['x-control'] === 'steps' || schema['x-control'] === 'tools') return schema['x-control'];
  if (items['x-control'] === 'template') return 'templates';
  if (Array.isArray(items['enum'])) return 'choices';
  switch (typeOf(items)) {
    case 'string':
      return isListOrDefault(schema) ? 'texts-or-default' : 'texts';
    case 'number':
    case 'integer':
      return 'numbers';
    case 'object':
      return 'forms';
    default:
      return 'json';
  }
}

/** An object of known properties is a form; of free names with values of one type, rows of both. */
export function objectControlOf(schema: JsonSchema): 'form' | 'entries' | 'json' {
  if (Object.keys(schema['properties'] ?? {}).length > 0) return 'form';
  const values = schema['additionalProperties'];
  const isOfOneType = typeof values === 'object' && values !== null && ('type' in values || 'enum' in values);
  return isOfOneType || hasTemplates(values) ? 'entries' : 'json';
}

function hasTemplates(values: unknown): boolean {
  return typeof values === 'object' && values !== null && (values as JsonSchema)['x-control'] === 'template';
}

/** A list of texts with entries by default, which may be empty as well. */
function isListOrDefault(schema: JsonSchema): boolean {
  const given = schema['default'];
  return schema['minItems'] === undefined && Array.isArray(given) && given.length > 0;
}

/** Its JSON type; of several the first that is not null. */
export function typeOf(schema: JsonSchema): string | undefined {
  const types = [schema['type'] as string | string[] | undefined].flat();
  return types.find((one) => one !== 'null');
}
