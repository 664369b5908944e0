import type { Json } from '@workflow/component-kit/run';
import { unparsedJson } from '../sql/json-values.ts';
import mysql, { type FieldPacket } from 'mysql2';

const { DATETIME, JSON: JSON_TYPE, TIMESTAMP } = mysql.Types;
const DATES = new Set<number | undefined>([DATETIME, TIMESTAMP]);

/** Converts a column's value from the library to JSON. */
export function readValue(value: unknown, field: FieldPacket): Json {
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') {
    if (isJson(field)) return unparsedJson(value);
    return DATES.has(field.columnType) ? value.replace(' ', 'T') : value;
  }
  if (value === null || value === undefined) return null;
  // Points and other geometric values.
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** Returns true for a column of JSON. MariaDB's JSON is a text, and only extended metadata marks it. */
function isJson(field: FieldPacket): boolean {
  return field.columnType === JSON_TYPE || (field as { extendedFormat?: string }).extendedFormat === 'json';
}
