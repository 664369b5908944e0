import type { Json } from '@workflow/workflow-model';

/** Levels of nesting that the service stores; far beyond real data, far below what exhausts a stack. */
export const MAX_JSON_DEPTH = 500;
const REPLACEMENT = '\uFFFD';

export type StorableJson = { kind: 'storable'; value: Json } | { kind: 'too-large'; bytes: number } | { kind: 'too-deep' };

/** Replaces secrets in a text. */
export type Mask = ((text: string) => string) | null;

/**
 * Makes a value fit for PostgreSQL's jsonb, which takes neither NUL nor lone surrogates (both become U+FFFD), with
 * secrets masked, and judges its size as JSON in UTF-8. Gives the value itself when there is nothing to change.
 */
export function toStorableJson(value: Json, maxBytes: number, mask: Mask): StorableJson {
  const pass = { mask, atLeast: 0, tooDeep: false };
  const stored = clean(value, 0, pass);
  if (pass.tooDeep) return { kind: 'too-deep' };
  // A character takes 6 bytes at most (`\u001f`), so only what comes near the limit is measured exactly.
  if (pass.atLeast * 6 > maxBytes) {
    const bytes = Buffer.byteLength(JSON.stringify(stored));
    if (bytes > maxBytes) return { kind: 'too-large', bytes };
  }
  return { kind: 'storable', value: stored };
}

interface Pass {
  mask: Mask;
  atLeast: number;
  tooDeep: boolean;
}

function clean(value: Json, depth: number, pass: Pass): Json {
  pass.atLeast += 4;
  if (typeof value === 'string') return cleanText(value, pass);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_JSON_DEPTH) {
    pass.tooDeep = true;
    return null;
  }
  return Array.isArray(value) ? cleanArray(value, depth, pass) : cleanObject(value, depth, pass);
}

function cleanArray(items: Json[], depth: number, pass: Pass): Json[] {
  let changed: Json[] | null = null;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index] as Json;
    const cleaned = clean(item, depth + 1, pass);
    if (cleaned !== item) (changed ??= [...items])[index] = cleaned;
  }
  return changed ?? items;
}

function cleanObject(object: { [key: string]: Json }, depth: number, pass: Pass): Json {
  let changed = false;
  const entries: [string, Json][] = [];
  for (const key of Object.keys(object)) {
    const item = object[key] as Json;
    const cleanKey = cleanText(key, pass);
    const cleaned = clean(item, depth + 1, pass);
    changed ||= cleaned !== item || cleanKey !== key;
    entries.push([cleanKey, cleaned]);
  }
  return changed ? Object.fromEntries(entries) : object;
}

function cleanText(text: string, pass: Pass): string {
  pass.atLeast += text.length;
  return toStorableText(text, pass.mask);
}

/** The same for a text alone. */
export function toStorableText(text: string, mask: Mask): string {
  const masked = mask === null ? text : mask(text);
  const wellFormed = masked.isWellFormed() ? masked : masked.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', REPLACEMENT) : wellFormed;
}
