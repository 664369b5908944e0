import type { Json } from '@workflow/component-kit/run';
import { unparsedJson } from '../sql/json-values.ts';
import type { ResultRoom } from '../sql/result-room.ts';
import mysql, { type FieldPacket } from 'mysql2';

const { DATETIME, JSON: JSON_TYPE, TIMESTAMP } = mysql.Types;
const DATES = new Set<number | undefined>([DATETIME, TIMESTAMP]);

/**
 * Converts a column's value from the library to JSON.
 * @param room for the numbers of geometric values and vectors @throws StepFailure OUTPUT_TOO_LARGE
 */
export function readValue(value: unknown, field: FieldPacket, room: ResultRoom): Json {
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') {
    if (isJson(field)) return unparsedJson(value);
    return DATES.has(field.columnType) ? value.replace(' ', 'T') : value;
  }
  if (value === null || value === undefined) return null;
  return readNumbers(value, room);
}

/** Copies a vector, or a geometric value: points and lists of them. */
function readNumbers(value: unknown, room: ResultRoom): Json {
  room.takeValues(1);
  if (Array.isArray(value)) return value.map((item) => readNumbers(item, room));
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return null;
  const { x, y } = value as { x: unknown; y: unknown };
  return { x: readNumbers(x, room), y: readNumbers(y, room) };
}

/** Returns true for a column of JSON. MariaDB's JSON is a text, and only extended metadata marks it. */
function isJson(field: FieldPacket): boolean {
  return field.columnType === JSON_TYPE || (field as { extendedFormat?: string }).extendedFormat === 'json';
}
