import type { JsonSchema } from '@workflow/component-kit';
import { schemaName } from '../http/define-route.ts';

/** Puts named schemas under `components/schemas` once, and refers to them everywhere else. */
export class SchemaReferences {
  readonly #schemas = new Map<string, unknown>();

  constructor(namedSchemas: Record<string, JsonSchema>) {
    for (const [name, schema] of Object.entries(namedSchemas)) this.#schemas.set(name, schema);
  }

  /** Returns the schema with every named schema in it, including itself, replaced by a reference. */
  replace(schema: JsonSchema): unknown {
    return this.#visit(schema);
  }

  /** Returns the schemas by name, in alphabetical order. */
  schemas(): Record<string, unknown> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => a.localeCompare(b)));
  }

  #visit(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#visit(item));
    if (typeof value !== 'object' || value === null) return value;
    const name = schemaName(value as JsonSchema);
    if (name === undefined) return this.#copy(value);
    if (!this.#schemas.has(name)) {
      // Set before the schema is complete, so that a schema may refer to itself.
      this.#schemas.set(name, {});
      this.#schemas.set(name, this.#copy(value));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #copy(value: object): Record<string, unknown> {
    const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#visit(item)]));
    return typeof copy['type'] === 'string' && copy['default'] !== undefined ? describeDefault(copy) : copy;
  }
}

/** Describes a default in words. Generators make a property with a default required, but callers may leave it out. */
function describeDefault({ default: value, ...schema }: Record<string, unknown>): Record<string, unknown> {
  const { description = '' } = schema as { description?: string };
  return { ...schema, description: `${description} Default: ${JSON.stringify(value)}.`.trim() };
}
