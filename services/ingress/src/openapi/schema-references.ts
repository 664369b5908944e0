import { schemaName, type JsonSchema } from '../http/define-route.ts';

/** Puts named schemas under `components/schemas` once and refers to them everywhere else. */
export class SchemaReferences {
  readonly #schemas = new Map<string, unknown>();

  constructor(given: Record<string, JsonSchema>) {
    for (const [name, schema] of Object.entries(given)) this.#schemas.set(name, schema);
  }

  /** The schema with every named one in it, itself included, replaced by a reference. */
  replace(schema: JsonSchema): unknown {
    return this.#visit(schema);
  }

  /** By name, in alphabetical order. */
  schemas(): Record<string, unknown> {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => one.localeCompare(other)));
  }

  #visit(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#visit(item));
    if (typeof value !== 'object' || value === null) return value;
    const name = schemaName(value as JsonSchema);
    if (name === undefined) return this.#copy(value);
    if (!this.#schemas.has(name)) {
      // Taken before it is filled, so that a schema may refer to itself.
      this.#schemas.set(name, {});
      this.#schemas.set(name, this.#copy(value));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #copy(value: object): Record<string, unknown> {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#visit(item)]));
  }
}
