/** A schema of the OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * Returns the TypeScript type of the JSON that an OpenAPI 3.0 schema describes. A schema without a type becomes
 * `unknown`. An object without named properties becomes a record of its allowed values. Formats, lengths, patterns and
 * other rules are not part of a type.
 *
 * @param refer returns the name of the type for a named schema
 */
export function typeOfSchema(schema: Schema, refer: (name: string) => string): string {
  const type = plainType(schema, refer);
  return schema['nullable'] === true && type !== 'unknown' ? `${type} | null` : type;
}

function plainType(schema: Schema, refer: (name: string) => string): string {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return refer(reference.slice(reference.lastIndexOf('/') + 1));
  if (Array.isArray(schema['enum'])) {
    const values = schema['enum'].filter((value) => value !== null || schema['nullable'] !== true);
    return values.map((value) => JSON.stringify(value)).join(' | ');
  }
  for (const choice of ['oneOf', 'anyOf'])
    if (Array.isArray(schema[choice])) return joined(schema[choice] as Schema[], ' | ', refer);
  if (Array.isArray(schema['allOf'])) return joined(schema['allOf'] as Schema[], ' & ', refer);
  switch (schema['type']) {
    case 'string':
      return 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return `(${typeOfSchema((schema['items'] ?? {}) as Schema, refer)})[]`;
    case 'object':
      return objectType(schema, refer);
    default:
      return schema['properties'] === undefined ? 'unknown' : objectType(schema, refer);
  }
}

function joined(schemas: readonly Schema[], by: string, refer: (name: string) => string): string {
  return [...new Set(schemas.map((each) => `(${typeOfSchema(each, refer)})`))].join(by);
}

function objectType(schema: Schema, refer: (name: string) => string): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  if (properties.length > 0) return membersType(properties, new Set((schema['required'] ?? []) as string[]), refer);
  const others = schema['additionalProperties'];
  const value = typeof others === 'object' && others !== null ? typeOfSchema(others as Schema, refer) : 'unknown';
  return `{ [key: string]: ${value} }`;
}

/** Returns an object type with named members, each with its description. */
export function membersType(
  members: readonly (readonly [name: string, schema: Schema])[],
  required: ReadonlySet<string>,
  refer: (name: string) => string,
): string {
  const lines = members.map(([name, schema]) => {
    const mark = required.has(name) ? '' : '?';
    return `${comment(schema['description'])}${JSON.stringify(name)}${mark}: ${typeOfSchema(schema, refer)};\n`;
  });
  return `{\n${lines.join('')}}`;
}

/** Returns a doc comment with a line break, or an empty text without a description. */
export function comment(description: unknown): string {
  if (typeof description !== 'string') return '';
  return `/** ${description.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */\n`;
}
