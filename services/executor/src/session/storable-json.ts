import { hasTimeLeft, nextSlice } from '@workflow/sandbox/slices';
import { addedByJsonb, MAX_RESULT_JSON_DEPTH, type Json } from '@workflow/workflow-model';

/** Matches characters beyond Latin-1. One of them doubles the memory of a whole text in V8. */
const BEYOND_LATIN1 = /[^\0-\u{FF}]/u;
const LONG_TEXT = 4_096;
/** Approximate bytes that V8 allocates for a list or an object without its members. */
const BYTES_OF_OBJECT = 40;
const REPLACEMENT = '\uFFFD';

export type StorableJson =
  /**
   * @property memoryBytes the approximate memory of the value @property addedByJsonb characters that PostgreSQL adds if
   * it stores the value only as jsonb
   */
  | { kind: 'storable'; value: Json; memoryBytes: number; addedByJsonb: number }
  | { kind: 'too-large'; bytes: number }
  | { kind: 'too-deep' };

/** Replaces secrets in a text. */
export type Mask = ((text: string) => string) | null;

/**
 * Prepares a value for PostgreSQL's jsonb, with secrets masked, and measures its size as JSON in UTF-8. jsonb accepts
 * neither NUL nor lone surrogates, so both become U+FFFD. Returns the value itself if there is nothing to change.
 */
export function toStorableJson(value: Json, maxBytes: number, mask: Mask): StorableJson {
  const pass = new Pass(mask);
  const stored = clean(value, 0, pass);
  const bytes = pass.isNear(maxBytes) ? Buffer.byteLength(JSON.stringify(stored)) : 0;
  return judged(stored, bytes, maxBytes, pass);
}

/** The items of a list that are processed without a pause. */
const PART_ITEMS = 500;

/** Converts a value like `toStorableJson`, but yields to the event loop while the value is a long list. */
export function toStorableJsonInSlices(
  value: Json,
  maxBytes: number,
  mask: Mask,
): StorableJson | Promise<StorableJson> {
  return Array.isArray(value) && value.length > PART_ITEMS
    ? listInSlices(value, maxBytes, mask)
    : toStorableJson(value, maxBytes, mask);
}

async function listInSlices(items: Json[], maxBytes: number, mask: Mask): Promise<StorableJson> {
  const pass = new Pass(mask);
  pass.beginList();
  let changed: Json[] | null = null;
  for (let at = 0; at < items.length; at += PART_ITEMS) {
    if (!hasTimeLeft()) await nextSlice();
    const itemsOfSlice = items.slice(at, at + PART_ITEMS);
    const cleaned = cleanArray(itemsOfSlice, 0, pass);
    if (cleaned === itemsOfSlice) continue;
    changed ??= [...items];
    for (const [index, item] of cleaned.entries()) changed[at + index] = item;
  }
  const stored = changed ?? items;
  return judged(stored, pass.isNear(maxBytes) ? await bytesOfList(stored) : 0, maxBytes, pass);
}

/** Returns the bytes of its JSON text. */
async function bytesOfList(items: readonly Json[]): Promise<number> {
  let bytes = 1;
  for (let at = 0; at < items.length; at += PART_ITEMS) {
    if (!hasTimeLeft()) await nextSlice();
    // Each group has one comma less than items and two brackets, so one byte is subtracted for each.
    bytes += Buffer.byteLength(JSON.stringify(items.slice(at, at + PART_ITEMS))) - 1;
  }
  return bytes;
}

function judged(value: Json, bytes: number, maxBytes: number, pass: Pass): StorableJson {
  if (pass.tooDeep) return { kind: 'too-deep' };
  if (bytes > maxBytes) return { kind: 'too-large', bytes };
  return { kind: 'storable', value, memoryBytes: pass.atLeast + pass.additional, addedByJsonb: pass.addedByJsonb };
}

class Pass {
  readonly mask: Mask;
  atLeast = 0;
  /** The bytes in memory in addition to one byte for each character. */
  additional = 0;
  addedByJsonb = 0;
  tooDeep = false;

  constructor(mask: Mask) {
    this.mask = mask;
  }

  beginList(): void {
    this.atLeast += 4;
    this.additional += BYTES_OF_OBJECT;
  }

  /** A character takes at most 6 bytes (`\u001f`), so only values near the limit are measured exactly. */
  isNear(maxBytes: number): boolean {
    return !this.tooDeep && this.atLeast * 6 > maxBytes;
  }
}

function clean(value: Json, depth: number, pass: Pass): Json {
  pass.atLeast += 4;
  if (typeof value === 'string') return cleanText(value, pass);
  if (typeof value === 'number') pass.addedByJsonb += addedByJsonb(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_RESULT_JSON_DEPTH) {
    pass.tooDeep = true;
    return null;
  }
  pass.additional += BYTES_OF_OBJECT;
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
  let changed: [string, Json][] | null = null;
  const keys = Object.keys(object);
  for (const [index, key] of keys.entries()) {
    const item = object[key] as Json;
    const cleanKey = cleanText(key, pass);
    const cleaned = clean(item, depth + 1, pass);
    if (cleaned !== item || cleanKey !== key)
      changed ??= keys.slice(0, index).map((before) => [before, object[before] as Json]);
    changed?.push([cleanKey, cleaned]);
  }
  return changed === null ? object : Object.fromEntries(changed);
}

function cleanText(text: string, pass: Pass): string {
  pass.atLeast += text.length;
  if (text.length >= LONG_TEXT && BEYOND_LATIN1.test(text)) pass.additional += text.length;
  return toStorableText(text, pass.mask);
}

/** Converts a string to one that PostgreSQL can store. */
export function toStorableText(text: string, mask: Mask): string {
  const masked = mask === null ? text : mask(text);
  const wellFormed = masked.isWellFormed() ? masked : masked.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', REPLACEMENT) : wellFormed;
}

/** Converts a message to one that PostgreSQL can store, and shortens it to this many characters. */
export function toStorableMessage(text: string, mask: Mask, maxLength: number): string {
  return toStorableText(text, mask).slice(0, maxLength).toWellFormed();
}
