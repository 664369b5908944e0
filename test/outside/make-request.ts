import type { OpenApiDocument, Operation, Schema } from './http-system.ts';

export interface MadeRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const NASTY: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  '',
  ' ',
  '\u0000',
  '\uD800',
  '𝒳'.repeat(300),
  "'; DROP TABLE sessions; --",
  '{{ $secret("x") }}',
  '../../etc/passwd',
  '%00',
  '__proto__',
  [],
  {},
  [[[[[]]]]],
  { constructor: { prototype: 1 } },
];

/** Makes requests for the document's operations, valid by their schemas or with invalid parts. */
export class RequestMaker {
  readonly #random: () => number;
  readonly #document: OpenApiDocument;
  /** Ids of existing things, so that requests pass the first check. */
  readonly #known: string[];

  constructor(document: OpenApiDocument, random: () => number, known: string[]) {
    this.#document = document;
    this.#random = random;
    this.#known = known;
  }

  /** Makes a request. `wrongness` is the share of values that are replaced by invalid ones. */
  make(path: string, method: string, operation: Operation, wrongness: number): MadeRequest {
    const query = new URLSearchParams();
    const headers: Record<string, string> = {};
    let filled = path;
    for (const { name, in: place, required, schema } of operation.parameters ?? []) {
      if (!required && this.#random() < 0.6) continue;
      const value = this.#value(schema, wrongness);
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(text.toWellFormed()) || 'x');
      else if (place === 'query')
        for (const each of Array.isArray(value) ? value : [text]) query.append(name, String(each).toWellFormed());
      else headers[name] = text.replaceAll(/[^\u0020-\u007E]/g, '');
    }
    const content = operation.requestBody?.content['application/json'];
    if (content !== undefined) headers['content-type'] = 'application/json';
    const search = query.size === 0 ? '' : `?${query.toString()}`;
    return {
      method: method.toUpperCase(),
      path: filled + search,
      headers,
      body: content === undefined ? undefined : JSON.stringify(this.#value(content.schema, wrongness)),
    };
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }

  #value(given: Schema, wrongness: number, depth = 0): unknown {
    const schema = this.#resolve(given);
    if (this.#random() < wrongness) return this.#pick(NASTY);
    if (schema.enum !== undefined) return this.#pick(schema.enum);
    const choices = schema.oneOf ?? schema.anyOf;
    if (choices !== undefined) return this.#value(this.#pick(choices), wrongness, depth);
    switch (schema.type) {
      case 'string':
        return this.#text(schema);
      case 'integer':
      case 'number': {
        const least = schema.minimum ?? 0;
        return least + Math.floor(this.#random() * Math.min(50, (schema.maximum ?? 1_000) - least + 1));
      }
      case 'boolean':
        return this.#random() < 0.5;
      case 'array':
        return depth > 4 ? [] : [0, 1].map(() => this.#value(schema.items ?? {}, wrongness, depth + 1));
      case 'object':
        return this.#object(schema, wrongness, depth);
      default:
        return this.#pick([1, 'a', null, { a: [1] }]);
    }
  }

  #object(schema: Schema, wrongness: number, depth: number): Record<string, unknown> {
    const required = new Set(schema.required);
    const names = Object.keys(schema.properties ?? {}).filter(
      (name) => required.has(name) || (depth < 4 && this.#random() < 0.5),
    );
    const object = Object.fromEntries(
      names.map((name) => [name, this.#value(schema.properties?.[name] ?? {}, wrongness, depth + 1)]),
    );
    if (this.#random() < wrongness) object[this.#pick(['extra', '', 'a.b', 'constructor'])] = this.#pick(NASTY);
    return object;
  }

  #text(schema: Schema): string {
    if (schema.format === 'uuid') return this.#pick(this.#known);
    if (schema.format === 'date-time') return new Date(Math.floor(this.#random() * 2e12)).toISOString();
    if (schema.format === 'email') return 'someone@example.com';
    if (schema.format === 'uri') return 'https://example.com/a';
    return this.#pick(['a', 'Name 1', 'some-name', 'A longer text with {{ braces }}', '1']);
  }

  #resolve(schema: Schema): Schema {
    const name = schema.$ref?.replace('#/components/schemas/', '');
    return name === undefined ? schema : this.#resolve(this.#document.components.schemas[name] ?? {});
  }
}
