import type { Json } from './definition.ts';

/**
 * Returns the same as JSONata's `$boolean()`: false for empty texts, lists and objects, 0, null, and lists of only such
 * values.
 */
export function isTruthy(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(isTruthy);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
