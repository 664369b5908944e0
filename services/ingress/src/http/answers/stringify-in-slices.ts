import { setImmediate as nextSlice } from 'node:timers/promises';

/** Serializing a list delays other requests by at most this time plus one item. */
const TURN_MS = 10;

/** Shorter lists are serialized in one turn. */
const MIN_ITEMS = 8;

/**
 * Returns an answer as JSON. A list (`items`) is serialized item by item with pauses for other requests, because a page
 * of large sessions has many megabytes.
 */
export async function stringifyInSlices(body: unknown): Promise<string> {
  if (!isList(body) || body.items.length < MIN_ITEMS) return JSON.stringify(body);
  const { items, ...fields } = body;
  const texts: string[] = [];
  let since = performance.now();
  for (const item of items) {
    texts.push(JSON.stringify(item) ?? 'null');
    if (performance.now() - since < TURN_MS) continue;
    await nextSlice();
    since = performance.now();
  }
  const fieldsJson = JSON.stringify(fields);
  return `{"items":[${texts.join(',')}]${fieldsJson === '{}' ? '' : `,${fieldsJson.slice(1, -1)}`}}`;
}

function isList(body: unknown): body is { items: unknown[] } {
  return typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items);
}
