import type { Json } from '@workflow/workflow-model';
import { isJsonObjectOrList } from './json-text.ts';
import { dateTimeParts, localInUtc } from './date-time-in-utc.ts';

/**
 * Numbers of types in pg_type, which never change (`src/include/catalog/pg_type.dat` of PostgreSQL). A type that is not
 * listed accepts the text of a value.
 */
const BYTEA = 17;
const DATE = 1082;
const TIME = 1083;
const TIMETZ = 1266;
const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;
const JSON_TYPES = new Set([114, 3802]);
const TEXT_TYPES = new Set([18, 19, 25, 1042, 1043]);

/** The type of the items of an array, by the type of the array. */
const ITEM_TYPES = new Map([
  [199, 114],
  [1000, 16],
  [1001, 17],
  [1002, 18],
  [1003, 19],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1014, 1042],
  [1015, 1043],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1028, 26],
  [1041, 869],
  [1115, 1114],
  [1182, 1082],
  [1183, 1083],
  [1185, 1184],
  [1187, 1186],
  [1231, 1700],
  [1270, 1266],
  [2951, 2950],
  [651, 650],
  [3807, 3802],
]);

/** Returns true if the form of a value depends on the type that the server describes. */
export function dependsOnType(value: Json): boolean {
  if (typeof value === 'object') return value !== null;
  return typeof value === 'string';
}

/**
 * Returns a value as the text that PostgreSQL reads as a parameter of this type; null is NULL.
 *
 * - `json`, `jsonb`: the value as JSON. A text that is a JSON object or list is taken as JSON, every other text is a
 *   JSON string.
 * - an array: a list, whose items have the form of their own type; lists within it are further dimensions.
 * - `timestamptz`: the moment. `timestamp`: its date and time in UTC. `date`, `time`: as written, before the offset.
 * - `bytea`: a text as UTF-8, and `\x…` as the bytes in hex.
 * - every other type: a text as it is, objects and lists as JSON.
 *
 * @param type its number in pg_type, as the server describes the parameter of a prepared statement
 */
export function postgresParameter(value: Json, type: number): string | null {
  if (JSON_TYPES.has(type)) return value === null ? null : jsonParameter(value);
  if (value === null) return null;
  const itemType = ITEM_TYPES.get(type);
  if (Array.isArray(value)) {
    if (itemType !== undefined) return arrayOf(value, itemType);
    // The array's item type is an enum or another type that the database defines.
    return isListOfScalars(value) && !TEXT_TYPES.has(type) ? arrayOf(value, 0) : JSON.stringify(value);
  }
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'string' ? textParameter(value, type) : String(value);
}

function jsonParameter(value: Json): string {
  return typeof value === 'string' && isJsonObjectOrList(value) ? value : JSON.stringify(value);
}

function textParameter(text: string, type: number): string {
  switch (type) {
    case BYTEA:
      return /^\\x(?:[\da-f]{2})*$/i.test(text) ? text : `\\x${hexOf(text)}`;
    case TIMESTAMPTZ: {
      const parts = dateTimeParts(text);
      return parts === null ? text : parts.local + parts.offset;
    }
    case TIMESTAMP: {
      const parts = dateTimeParts(text);
      return parts === null ? text : localInUtc(parts);
    }
    case DATE:
    case TIME:
    case TIMETZ: {
      const parts = text.includes('T') ? dateTimeParts(text) : null;
      if (parts === null) return text;
      const [date = '', time = ''] = parts.local.split('T');
      return type === DATE ? date : time + (type === TIMETZ ? parts.offset : '');
    }
    default:
      return text;
  }
}

function hexOf(text: string): string {
  let hex = '';
  for (const byte of new TextEncoder().encode(text)) hex += byte.toString(16).padStart(2, '0');
  return hex;
}

function isListOfScalars(items: readonly Json[]): boolean {
  return items.every((item) => typeof item !== 'object' || item === null);
}

/** Writes an array (https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO). */
function arrayOf(items: readonly Json[], itemType: number): string {
  return `{${items.map((item) => itemOf(item, itemType)).join(',')}}`;
}

function itemOf(item: Json, type: number): string {
  if (item === null) return 'NULL';
  if (Array.isArray(item) && !JSON_TYPES.has(type)) return arrayOf(item, type);
  const text = postgresParameter(item, type) ?? 'NULL';
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
