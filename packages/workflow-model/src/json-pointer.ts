/** What a JSON pointer (RFC 6901) may look like: empty, or parts that each begin with a slash. */
export const JSON_POINTER_PATTERN = '^(/([^/~]|~[01])*)*$';

/** One part of a JSON pointer, with what has a meaning in one escaped. */
export function pointerToken(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The keys that a JSON pointer leads through; none of `''`, which is the whole value. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** An index of a list, without leading zeros (RFC 6901 §4). */
const INDEX = /^(?:0|[1-9]\d*)$/;

/**
 * What stands at the keys of a JSON pointer; undefined: nothing. Only lists and plain objects have members.
 *
 * @example
 * valueAtKeys({ body: [{ id: 7 }] }, pointerKeys('/body/0/id')); // 7
 */
export function valueAtKeys(whole: unknown, keys: readonly string[]): unknown {
  let value = whole;
  for (const key of keys) {
    if (!hasMembers(value) || !Object.hasOwn(value, key)) return undefined;
    // A list has the own property `length`, which is no member of it.
    if (Array.isArray(value) && !INDEX.test(key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function hasMembers(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
