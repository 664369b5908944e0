import { Temporal } from 'temporal-polyfill';
import { StepFailure, type Json } from '@workflow/workflow-model';
import { formatDate } from './format-date.ts';
import { asFixedDate } from './http-date.ts';
import { parsePattern, type Part } from './pattern.ts';
import { readDate } from './read-date.ts';

export interface DateOptions {
  fromFormat: string;
  toFormat: string;
  zone: string;
}

/** RFC 9110 §5.6.7. */
const HTTP_PATTERN = "EEE, dd MMM yyyy HH:mm:ss 'GMT'";
/** Matches a number of seconds or milliseconds since 1970. */
const NUMBER = /^-?\d{1,16}(?:\.\d{1,9})?$/;

/**
 * Converts a date to another format and zone. Times without an offset or a zone are in `zone`. RFC 5545 defines times
 * that a clock change skips or repeats.
 * @throws StepFailure DATA_INVALID if the value does not have the format, CONFIG_INVALID for an unknown zone or pattern
 */
export function convertDate(value: Json, { fromFormat, toFormat, zone }: DateOptions): Json {
  if (!isZone(zone)) throw new StepFailure('CONFIG_INVALID', `There is no time zone ${zone}`);
  if (typeof value !== 'string' && typeof value !== 'number') throw notADate(fromFormat);
  const at = momentIn(String(value).trim(), fromFormat, zone);
  if (at === null) throw notADate(fromFormat);
  return written(at, toFormat);
}

function notADate(format: string): StepFailure {
  return new StepFailure('DATA_INVALID', `The value is not a date in the format ${format}`);
}

function isZone(zone: string): boolean {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).year > 0;
  } catch {
    return false;
  }
}

function momentIn(text: string, format: string, zone: string): Temporal.ZonedDateTime | null {
  if (format === 'unix' || format === 'unix-ms') {
    const factor = format === 'unix' ? 1_000 : 1;
    return NUMBER.test(text) ? atMillis(Math.round(Number(text) * factor), zone) : null;
  }
  if (format === 'iso') return readIso(text, zone);
  if (format === 'http')
    return readDate(asFixedDate(text, Date.now()), partsOf(HTTP_PATTERN), 'UTC')?.withTimeZone(zone) ?? null;
  return readDate(text, partsOf(format), zone);
}

function atMillis(millis: number, zone: string): Temporal.ZonedDateTime | null {
  try {
    return Temporal.Instant.fromEpochMilliseconds(millis).toZonedDateTimeISO(zone);
  } catch {
    return null;
  }
}

/** Reads a date-time with or without an offset or a zone, or a date. */
function readIso(text: string, zone: string): Temporal.ZonedDateTime | null {
  const readers = [
    () => Temporal.Instant.from(text).toZonedDateTimeISO(zone),
    () => Temporal.PlainDateTime.from(text).toZonedDateTime(zone),
  ];
  for (const read of readers) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return null;
}

function written(at: Temporal.ZonedDateTime, format: string): Json {
  if (format === 'unix') return Math.floor(at.epochMilliseconds / 1_000);
  if (format === 'unix-ms') return at.epochMilliseconds;
  if (format === 'http') return formatDate(at.withTimeZone('UTC'), partsOf(HTTP_PATTERN));
  if (format !== 'iso') return formatDate(at, partsOf(format));
  const text = at.toString({ timeZoneName: 'never', smallestUnit: 'millisecond' });
  return text.replace('.000', '').replace('+00:00', 'Z');
}

function partsOf(pattern: string): Part[] {
  const parts = parsePattern(pattern);
  if (typeof parts === 'string') throw new StepFailure('CONFIG_INVALID', `A date format cannot contain ${parts}`);
  return parts;
}
