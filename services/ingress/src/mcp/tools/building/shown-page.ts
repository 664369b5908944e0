import type { Json, JsonObject } from '@workflow/workflow-model';

/** The input schema of tools that list a page. */
export const pageArguments = {
  type: 'object',
  additionalProperties: false,
  properties: { cursor: { type: 'string', format: 'uuid', description: '`nextCursor` of the page before.' } },
} as const;

/** Returns a page of a route for a result, with these fields of its items. */
export function shownPage({ items, nextCursor = null }: JsonObject, fields: readonly string[]): JsonObject {
  const shown = (items as JsonObject[]).map((item) =>
    Object.fromEntries(fields.map((field): [string, Json] => [field, item[field] ?? null])),
  );
  return { items: shown, nextCursor };
}
