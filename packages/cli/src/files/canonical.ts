import { createHash } from 'node:crypto';

/**
 * Returns JSON with the keys of objects in order, so that equal values have equal texts. Undefined members are omitted.
 */
function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** Returns the value with the keys of its objects in order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => sorted(each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}

/** Returns the digest of a value. Equal values have equal digests. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}
