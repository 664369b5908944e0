import type { Json } from '@workflow/component-kit/run';

/**
 * A parameter as the server reads it, which knows its type from the statement. A list of simple values is an array,
 * other lists and objects are JSON.
 */
export function writeValue(value: Json): string | null {
  if (value === null) return null;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null))
    return `{${value.map(writeElement).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function writeElement(value: Json): string {
  return value === null ? 'NULL' : `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
