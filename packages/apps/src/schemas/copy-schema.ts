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
/** The maximum number of schemas in one. Fewer have 256 KiB. */
const MAX_NODES = 50_000;

/**
 * Copies a schema without its examples and extensions. `name` returns the name of the shared schema that a reference
 * leads to.
 * @throws LeftOut if the schema is too large
 */
export function copySchema(schema: unknown, name: (ref: string) => string): AppSchema {
  let nodes = 0;
  return copy(schema);

  function copy(given: unknown): AppSchema {
    nodes += 1;
    if (nodes > MAX_NODES) throw new LeftOut(`a schema has more than ${MAX_NODES} parts`);
    if (typeof given === 'boolean') return given;
    if (!isObject(given)) return {};
    const copied: Record<string, unknown> = {};
    if (typeof given['$ref'] === 'string') copied['$ref'] = `#/$defs/${name(given['$ref'])}`;
    if (typeof given['description'] === 'string')
      copied['description'] = given['description'].slice(0, MAX_DESCRIPTION);
    for (const key of PLAIN) if (given[key] !== undefined) copied[key] = given[key];
    for (const key of ONE) if (given[key] !== undefined) copied[key] = copy(given[key]);
    for (const key of SEVERAL) {
      const several = given[key];
      if (Array.isArray(several)) copied[key] = several.map((one) => copy(one));
    }
    for (const key of NAMED) {
      const named = given[key];
      if (isObject(named))
        copied[key] = Object.fromEntries(Object.entries(named).map(([property, one]) => [property, copy(one)]));
    }
    return copied;
  }
}
