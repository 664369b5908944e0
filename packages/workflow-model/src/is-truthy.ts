import type { Json } from './definition.ts';

/**
 * As JSONata's `$boolean()`: empty texts, lists and objects, 0 and null are false, and so is a list of nothing but such
 * values.
 */
export function isTruthy(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(isTruthy);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
