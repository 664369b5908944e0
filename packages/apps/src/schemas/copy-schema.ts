import { isObject } from '../is-object.ts';
import type { AppSchema } from '../snapshot.ts';
import { LeftOut } from './left-out.ts';

/** Keywords whose value is a schema, a list of schemas, or an object of schemas. */
const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const SEVERAL = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties', 'dependentSchemas'];
/** Keywords that are copied unchanged. All others, such as examples, are removed. */
const PLAIN = [
  'type',
  'title',
  'enum',
  'const',
  'default',
  'format',
  'required',
  'dependentRequired',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'readOnly',
  'writeOnly',
  'deprecated',
  'contentEncoding',
  'contentMediaType',
  // Set by the reader of OpenAPI documents.
  'x-file',
];
const MAX_DESCRIPTION = 2_000;
/** Maximum number of schemas in one. 256 KiB contain fewer. */
const MAX_NODES = 50_000;

/**
 * Copies a schema without its examples and extensions. `name` returns the name of the shared schema to which a
 * reference leads.
 * @throws LeftOut if the schema is too large
 */
export function copySchema(schema: unknown, name: (ref: string) => string): AppSchema {
  let nodes = 0;
  return copy(schema);

  function copy(schema: unknown): AppSchema {
    nodes += 1;
    if (nodes > MAX_NODES) throw new LeftOut(`a schema has more than ${MAX_NODES} parts`);
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) return {};
    const copied: Record<string, unknown> = {};
    if (typeof schema['$ref'] === 'string') copied['$ref'] = `#/$defs/${name(schema['$ref'])}`;
    if (typeof schema['description'] === 'string')
      copied['description'] = schema['description'].slice(0, MAX_DESCRIPTION);
    for (const key of PLAIN) if (schema[key] !== undefined) copied[key] = schema[key];
    for (const key of ONE) if (schema[key] !== undefined) copied[key] = copy(schema[key]);
    for (const key of SEVERAL) {
      const several = schema[key];
      if (Array.isArray(several)) copied[key] = several.map((one) => copy(one));
    }
    for (const key of NAMED) {
      const named = schema[key];
      if (isObject(named))
        copied[key] = Object.fromEntries(Object.entries(named).map(([property, one]) => [property, copy(one)]));
    }
    return copied;
  }
}
