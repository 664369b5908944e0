import type { Json } from './definition.ts';

/** What is not a string becomes JSON. */
export function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
