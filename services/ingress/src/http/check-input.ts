import { compileSchema } from '@workflow/validation';
import type { JsonSchema } from './define-route.ts';

/** Names every problem of a value, empty when there is none. */
export type InputCheck = (value: unknown) => string[];

/** Compiles a route's schema once, when the routes are registered. `label` is what messages call the value itself. */
export function compileInputCheck(schema: JsonSchema, label: string): InputCheck {
  const check = compileSchema(schema, { label });
  return (value) => {
    const outcome = check(value);
    return outcome.ok ? [] : outcome.problems;
  };
}

/**
 * Query parameters as an object. Numbers and booleans come as the schema declares them; what does not read as
 * one stays text, for the check to name.
 */
export function readQuery(schema: JsonSchema, url: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  const start = url.indexOf('?');
  if (start === -1) return query;
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) query[name] = coerce(properties[name]?.['type'], value);
  return query;
}

function coerce(type: unknown, value: string): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d+)?$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
