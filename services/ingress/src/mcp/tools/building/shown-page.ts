import type { Json, JsonObject } from '@workflow/workflow-model';
import { argumentsCheck } from '../arguments.ts';

/** The input schema of tools that list a page. */
export const pageArguments = {
  type: 'object',
  additionalProperties: false,
  properties: { cursor: { type: 'string', format: 'uuid', description: '`nextCursor` of the page before.' } },
} as const;

/** Checks the arguments of a tool that lists a page, and returns them as the query of its route. */
export const readPageArguments: (given: JsonObject) => JsonObject = argumentsCheck(pageArguments);

/** Returns a page of a route for a result, with these fields of its items. */
export function shownPage({ items, nextCursor = null }: JsonObject, fields: readonly string[]): JsonObject {
  const shown = (items as JsonObject[]).map((item) =>
    Object.fromEntries(fields.map((field): [string, Json] => [field, item[field] ?? null])),
  );
  return { items: shown, nextCursor };
}
