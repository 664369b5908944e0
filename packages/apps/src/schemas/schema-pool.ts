import { MAX_SCHEMA_BYTES, type AppSchema } from '../snapshot.ts';
import { copySchema } from './copy-schema.ts';
import { digestOf } from './digest.ts';
import { LeftOut } from './left-out.ts';

/** The maximum number of characters of a reference. */
const MAX_REF = 10_000;

interface Shared {
  schema: AppSchema;
  refs: ReadonlySet<string>;
  bytes: number;
  digest: string;
}

/** A schema of one operation, and the names of the shared schemas to which it refers directly. */
export interface CopiedSchema {
  schema: AppSchema;
  refs: ReadonlySet<string>;
}

/**
 * The schemas of a source. A schema that others refer to is stored once under a name, so that recursive schemas work
 * and nothing is stored twice.
 */
export class SchemaPool {
  readonly #find: (ref: string) => unknown;
  readonly #prefix: string;
  readonly #names = new Map<string, string>();
  readonly #refs = new Map<string, string>();
  readonly #shared = new Map<string, Shared>();
  readonly #used = new Set<string>();

  /**
   * @param find returns the target of a reference
   * @throws LeftOut if there is none
   * @param prefix a prefix of the names, for several pools that are stored together. Digests do not depend on it
   */
  constructor(find: (ref: string) => unknown, prefix = '') {
    this.#find = find;
    this.#prefix = prefix === '' ? '' : `${prefix}.`;
  }

  /** Returns the shared schemas whose names `close` returned. */
  get used(): Record<string, AppSchema> {
    return Object.fromEntries([...this.#used].map((name) => [name, this.#shared.get(name)?.schema ?? {}]));
  }

  /** Copies a schema, and each schema that it refers to. @throws LeftOut */
  copy(schema: unknown): CopiedSchema {
    const refs = new Set<string>();
    const copied = copySchema(schema, (ref) => {
      const name = this.#nameOf(ref);
      refs.add(name);
      return name;
    });
    return { schema: copied, refs };
  }

  /**
   * Returns the names of all shared schemas that some schemas refer to, and a digest of the schemas with those.
   * @throws LeftOut if all of them together have more than 256 KiB
   */
  close(copied: readonly CopiedSchema[], more: unknown): { names: string[]; digest: string } {
    const names = new Set(copied.flatMap(({ refs }) => [...refs]));
    let bytes = copied.reduce((sum, { schema }) => sum + JSON.stringify(schema).length, 0);
    requireFewBytes(bytes);
    // The set grows while it is read.
    for (const name of names) {
      const shared = this.#share(name);
      bytes += shared.bytes;
      requireFewBytes(bytes);
      for (const ref of shared.refs) names.add(ref);
    }
    const sorted = [...names].toSorted();
    for (const name of sorted) this.#used.add(name);
    const digests = sorted.map((name) => this.#share(name).digest);
    const value = [copied.map(({ schema }) => schema), digests, more];
    return { names: sorted, digest: digestOf(value, this.#prefix) };
  }

  /** Returns the schema with that name. @throws LeftOut */
  schemaOf(name: string): AppSchema {
    return this.#share(name).schema;
  }

  /** Copies a shared schema when it is first needed. */
  #share(name: string): Shared {
    const known = this.#shared.get(name);
    if (known !== undefined) return known;
    const { schema, refs } = this.copy(this.#find(this.#refs.get(name) ?? ''));
    const shared = {
      schema,
      refs,
      bytes: JSON.stringify(schema).length,
      digest: digestOf([name.slice(this.#prefix.length), schema], this.#prefix),
    };
    this.#shared.set(name, shared);
    return shared;
  }

  #nameOf(ref: string): string {
    const knownName = this.#names.get(ref);
    if (knownName !== undefined) return knownName;
    if (ref.length > MAX_REF) throw new LeftOut(`a reference has more than ${MAX_REF} characters`);
    const parts = ref.split('/').map((segment) => segment.replaceAll(/[^\w.-]/g, '_'));
    const short = `${this.#prefix}${parts.at(-1) ?? ''}`;
    const isFree = parts.at(-1) !== '' && !this.#refs.has(short);
    const name = isFree ? short : `${this.#prefix}${parts.join('.')}.${this.#refs.size}`;
    this.#refs.set(name, ref);
    this.#names.set(ref, name);
    return name;
  }
}

/** @throws LeftOut */
function requireFewBytes(bytes: number): void {
  if (bytes > MAX_SCHEMA_BYTES) throw new LeftOut(`its schemas have more than ${MAX_SCHEMA_BYTES / 1024} KiB`);
}
