import { isJsonObject, type Json, type JsonObject } from '@workflow/workflow-model';

/** A JSON Schema of another system, an object of keywords. */
export type ArgumentSchema = Readonly<Record<string, unknown>>;

/** The control that edits a value of a schema. */
export type ArgumentShape =
  | { kind: 'text' | 'date' | 'file' | 'number' | 'boolean' | 'json' }
  | { kind: 'choice'; choices: readonly Json[] }
  | { kind: 'object'; properties: readonly ArgumentProperty[] }
  | { kind: 'list'; items: ArgumentSchema }
  | { kind: 'alternatives'; alternatives: readonly ArgumentSchema[] };

export interface ArgumentProperty {
  key: string;
  schema: ArgumentSchema;
  required: boolean;
}

/** References that lead to references. */
const MAX_REFERENCES = 20;
const REFERENCE = '#/$defs/';

const ANY: ArgumentSchema = {};

/** Follows references into the shared schemas of the root, and merges the parts of `allOf` that are objects. */
export function resolved(schema: unknown, root: unknown): ArgumentSchema {
  let current = asSchema(schema);
  for (let count = 0; typeof current['$ref'] === 'string'; count += 1) {
    const name = current['$ref'].startsWith(REFERENCE) ? current['$ref'].slice(REFERENCE.length) : '';
    const target = asSchema(asSchema(asSchema(root)['$defs'])[name]);
    const { $ref: _, ...own } = current;
    if (count === MAX_REFERENCES) return ANY;
    current = { ...target, ...own };
  }
  const parts = current['allOf'];
  if (!Array.isArray(parts) || parts.length === 0) return current;
  const { allOf: _, ...own } = current;
  return [...parts.map((part) => resolved(part, root)), own].reduce(merged, ANY);
}

function merged(one: ArgumentSchema, other: ArgumentSchema): ArgumentSchema {
  const required = [...textsOf(one['required']), ...textsOf(other['required'])];
  const properties = { ...asSchema(one['properties']), ...asSchema(other['properties']) };
  return {
    ...one,
    ...other,
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

/** Returns the control for a resolved schema. A schema that no control can express is edited as JSON. */
export function shapeOf(schema: ArgumentSchema, root: unknown): ArgumentShape {
  if (schema['x-file'] === true) return { kind: 'file' };
  if (schema['const'] !== undefined) return { kind: 'choice', choices: [schema['const'] as Json] };
  const values = schema['enum'];
  if (Array.isArray(values)) {
    const choices = values.filter((value) => value !== null) as Json[];
    return choices.every((value) => typeof value !== 'object') ? { kind: 'choice', choices } : { kind: 'json' };
  }
  const alternatives = [schema['oneOf'], schema['anyOf']].find((list) => Array.isArray(list)) as unknown[] | undefined;
  if (alternatives !== undefined) return shapeOfAlternatives(schema, alternatives, root);
  return shapeOfType(schema, typesOf(schema), root);
}

function shapeOfAlternatives(schema: ArgumentSchema, given: readonly unknown[], root: unknown): ArgumentShape {
  const { oneOf: _one, anyOf: _any, ...own } = schema;
  const alternatives = given
    .map((one) => merged(own, resolved(one, root)))
    .filter((one) => one['type'] !== 'null' && one['const'] !== null);
  if (alternatives.length === 1) return shapeOf(alternatives[0] as ArgumentSchema, root);
  const constants = alternatives.map((one) => one['const']);
  if (constants.length > 0 && constants.every((value) => value !== undefined && typeof value !== 'object'))
    return { kind: 'choice', choices: constants as Json[] };
  // Only conditions, such as which properties are required together.
  if (alternatives.every((one) => one['type'] === own['type']) && own['properties'] !== undefined)
    return shapeOfType(own, typesOf(own), root);
  return alternatives.length === 0 ? { kind: 'json' } : { kind: 'alternatives', alternatives };
}

function shapeOfType(schema: ArgumentSchema, types: readonly string[], root: unknown): ArgumentShape {
  const [type] = types;
  if (types.length > 1) return types.includes('string') && !types.some(isHolder) ? { kind: 'text' } : { kind: 'json' };
  switch (type) {
    case 'string':
      return { kind: /^date(?:-time)?$/.test(String(schema['format'])) ? 'date' : 'text' };
    case 'number':
    case 'integer':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'boolean' };
    case 'array':
      return typeof schema['items'] === 'object' && schema['items'] !== null && !Array.isArray(schema['items'])
        ? { kind: 'list', items: resolved(schema['items'], root) }
        : { kind: 'json' };
    default: {
      const properties = propertiesOf(schema, root);
      return properties.length === 0 ? { kind: 'json' } : { kind: 'object', properties };
    }
  }
}

/** Returns the properties of an object, required ones first. */
function propertiesOf(schema: ArgumentSchema, root: unknown): ArgumentProperty[] {
  const required = new Set(textsOf(schema['required']));
  const all = Object.entries(asSchema(schema['properties']))
    .filter(([, property]) => property !== false)
    .map(([key, property]) => ({ key, schema: resolved(property, root), required: required.has(key) }))
    // Only answers have it.
    .filter(({ schema: own }) => own['readOnly'] !== true);
  return [...all.filter((one) => one.required), ...all.filter((one) => !one.required)];
}

/** Returns the defaults of required arguments, with which a new component begins. */
export function firstArguments(root: unknown, schema: unknown = root, depth = 0): JsonObject {
  const shape = shapeOf(resolved(schema, root), root);
  if (shape.kind !== 'object' || depth > MAX_FIRST_DEPTH) return {};
  return Object.fromEntries(
    shape.properties.flatMap((property): [string, Json][] => {
      if (!property.required) return [];
      const given = property.schema['default'] as Json | undefined;
      if (given !== undefined) return [[property.key, given]];
      const within = firstArguments(root, property.schema, depth + 1);
      return Object.keys(within).length > 0 ? [[property.key, within]] : [];
    }),
  );
}

/** The groups of an operation, and what is in them. */
const MAX_FIRST_DEPTH = 2;

function typesOf(schema: ArgumentSchema): string[] {
  const types = [schema['type']].flat().filter((type): type is string => typeof type === 'string' && type !== 'null');
  return types.length === 0 && schema['properties'] !== undefined ? ['object'] : types;
}

function isHolder(type: string): boolean {
  return type === 'object' || type === 'array';
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function asSchema(value: unknown): ArgumentSchema {
  return isJsonObject(value) ? (value as ArgumentSchema) : ANY;
}
