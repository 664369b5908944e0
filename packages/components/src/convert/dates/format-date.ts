import type { Temporal } from 'temporal-polyfill';
import { dayName, monthName } from './names.ts';
import type { FieldPattern, Part } from './pattern.ts';

const padded = (value: number, length: number): string => String(value).padStart(length, '0');

const WRITE: Readonly<Record<FieldPattern, (at: Temporal.ZonedDateTime) => string>> = {
  yyyy: ({ year }) => padded(year, 4),
  yy: ({ year }) => padded(year % 100, 2),
  MMMM: ({ month }) => monthName(month),
  MMM: ({ month }) => monthName(month).slice(0, 3),
  MM: ({ month }) => padded(month, 2),
  M: ({ month }) => String(month),
  dd: ({ day }) => padded(day, 2),
  d: ({ day }) => String(day),
  EEEE: ({ dayOfWeek }) => dayName(dayOfWeek),
  EEE: ({ dayOfWeek }) => dayName(dayOfWeek).slice(0, 3),
  HH: ({ hour }) => padded(hour, 2),
  H: ({ hour }) => String(hour),
  hh: ({ hour }) => padded(hour % 12 || 12, 2),
  h: ({ hour }) => String(hour % 12 || 12),
  mm: ({ minute }) => padded(minute, 2),
  m: ({ minute }) => String(minute),
  ss: ({ second }) => padded(second, 2),
  s: ({ second }) => String(second),
  SSS: ({ millisecond }) => padded(millisecond, 3),
  a: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  XXX: ({ offset, offsetNanoseconds }) => (offsetNanoseconds === 0 ? 'Z' : offset),
  XX: ({ offset, offsetNanoseconds }) => (offsetNanoseconds === 0 ? 'Z' : offset.replace(':', '')),
  VV: ({ timeZoneId }) => timeZoneId,
};

/** Formats a moment in its zone by a pattern. */
export function formatDate(at: Temporal.ZonedDateTime, parts: readonly Part[]): string {
  return parts.map((part) => ('text' in part ? part.text : WRITE[part.field](at))).join('');
}
