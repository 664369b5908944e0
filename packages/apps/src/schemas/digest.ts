import { createHash } from 'node:crypto';

/** The keywords with texts for people. A change of one does not change what a caller must send. */
const TEXTS = new Set(['title', 'description']);

const SHARED = '#/$defs/';

/**
 * Returns a hash of a JSON value that does not depend on the order of keys or on texts for people.
 * @param prefix the prefix of the names of shared schemas, on which the hash does not depend either
 */
export function digestOf(value: unknown, prefix = ''): string {
  const hash = createHash('sha256');
  add(value, false);
  return hash.digest('base64url').slice(0, 22);

  /** @param isProperties whether the keys are names of properties, which may be `title` as well */
  function add(item: unknown, isProperties: boolean): void {
    if (Array.isArray(item)) {
      hash.update('[');
      for (const one of item) add(one, false);
      hash.update(']');
    } else if (typeof item === 'object' && item !== null) {
      hash.update('{');
      for (const key of Object.keys(item).toSorted()) {
        const one = (item as Record<string, unknown>)[key];
        if (one === undefined || (!isProperties && TEXTS.has(key) && typeof one === 'string')) continue;
        hash.update(`${JSON.stringify(key)}:`);
        add(key === '$ref' ? withoutPrefix(one) : one, key === 'properties' || key === '$defs');
      }
      hash.update('}');
    } else hash.update(`${JSON.stringify(item) ?? 'null'},`);
  }

  function withoutPrefix(ref: unknown): unknown {
    const start = `${SHARED}${prefix}`;
    return typeof ref === 'string' && ref.startsWith(start) ? `${SHARED}${ref.slice(start.length)}` : ref;
  }
}
