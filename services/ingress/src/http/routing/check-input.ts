import { compileSchema } from '@workflow/validation';
import { invalidRequest } from '../../errors/api-error.ts';
import type { JsonSchema } from '@workflow/component-kit';
import { queryOf } from '../addresses/query-of.ts';

/** Returns every problem of a value, or an empty list. */
export type InputCheck = (value: unknown) => string[];

/**
 * Returns the check of a route's schema, which is compiled at its first request. `label` names the value in messages.
 */
export function makeInputCheck(schema: JsonSchema, label: string): InputCheck {
  const check = compileSchema(schema, label);
  return (value) => {
    const outcome = check(value);
    return outcome.ok ? [] : outcome.problems;
  };
}

/**
 * Returns the same check for a query. A parameter that may be repeated is named as callers write it, without its index
 * in a list.
 */
export function makeQueryCheck(schema: JsonSchema): InputCheck {
  const check = makeInputCheck(schema, 'the query');
  return (query) => check(query).map((problem) => problem.replace(/^(\w+)\[\d+\]/, '$1'));
}

/**
 * Returns query parameters as an object. Numbers, booleans, and lists of repeated parameters get the types of the
 * schema, and ids are in lowercase. A value that cannot be converted remains text, so that the check names it.
 * @throws ApiError INVALID_REQUEST for any other parameter that is repeated
 */
export function readQuery(schema: JsonSchema, url: string): Record<string, unknown> {
  const query = Object.create(null) as Record<string, unknown>;
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(queryOf(url))) {
    const known = query[name];
    if (Array.isArray(known)) known.push(value);
    else if (known === undefined)
      query[name] = properties[name]?.['type'] === 'array' ? [value] : coerce(properties[name] ?? {}, value);
    else repeated.add(name);
  }
  if (repeated.size > 0) throw invalidRequest([...repeated].map((name) => `${name} must not be repeated`));
  return query;
}

/**
 * Returns values with their ids in lowercase, as PostgreSQL writes UUIDs. Caches, jobs and seals compare ids as text.
 */
export function withLowercaseIds(
  schema: JsonSchema,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      properties[name]?.['format'] === 'uuid' && typeof value === 'string' ? value.toLowerCase() : value,
    ]),
  );
}

function coerce({ type, format }: JsonSchema, value: string): unknown {
  if (format === 'uuid') return value.toLowerCase();
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d+)?$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
