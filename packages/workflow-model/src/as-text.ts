import type { Json } from './definition.ts';

/** Returns a string unchanged, and other values as JSON. */
export function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
