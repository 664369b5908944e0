/** The pattern of a JSON pointer (RFC 6901): empty, or segments that each begin with a slash. */
export const JSON_POINTER_PATTERN = '^(/([^/~]|~[01])*)*$';

/** Returns one segment of a JSON pointer with special characters escaped. */
export function pointerToken(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns the keys of a JSON pointer. `''`, the whole value, has none. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Matches an index of a list, without leading zeros (RFC 6901 §4). */
const INDEX = /^(?:0|[1-9]\d*)$/;

/**
 * Returns the value at the keys of a JSON pointer, or undefined. Only lists and plain objects have members.
 * @example valueAtKeys({ body: [{ id: 7 }] }, pointerKeys('/body/0/id')); // 7
 */
export function valueAtKeys(whole: unknown, keys: readonly string[]): unknown {
  let value = whole;
  for (const key of keys) {
    if (!hasMembers(value) || !Object.hasOwn(value, key)) return undefined;
    // The own property `length` of a list is not one of its items.
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
