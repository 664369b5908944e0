import type { Json } from '@workflow/workflow-model';
import { dateTimeParts, localInUtc } from './date-time-in-utc.ts';

/** Digits of a fraction that DATETIME holds. Further digits are cut off. */
const MAX_FRACTION = 6;

/**
 * Returns a value as a parameter of MySQL and MariaDB, whose BOOLEAN is a number. Objects and lists are JSON. A text is
 * sent unchanged, even if it is a DATE_TIME: only `dateTimeForMysql` returns the form that DATETIME takes.
 */
export function mysqlParameter(value: Json): string | number | null {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/**
 * Returns a DATE_TIME as a datetime literal in UTC (https://mariadb.com/docs/server/reference/sql-structure/
 * sql-language-structure/date-and-time-literals), such as `2026-07-06 06:30:00.5`; null for everything else, and for a
 * date alone, which both servers take.
 */
export function dateTimeForMysql(value: Json): string | null {
  const parts = typeof value === 'string' && value.includes('T') ? dateTimeParts(value) : null;
  if (parts === null) return null;
  const [seconds = '', fraction] = localInUtc(parts).replace('T', ' ').split('.');
  return fraction === undefined ? seconds : `${seconds}.${fraction.slice(0, MAX_FRACTION)}`;
}
