import { Temporal } from 'temporal-polyfill';
import type { ParseOutcome } from './parse-outcome.ts';
import { refuse } from './parse-outcome.ts';

const SHAPE =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)([.,]\d{1,9})?)?(Z|[+-]\d\d:\d\d)?(?:\[([A-Za-z][A-Za-z0-9_+/-]*)\])?)?$/;
const MUST_BE = 'must be an ISO-8601 date or date-time';

/** In characters. The longest value with a zone of the tz database has 69. */
export const MAX_DATE_TIME_LENGTH = 100;

/** No zone ever had an offset as large as this (−15:56 to +15:14). */
const MAX_OFFSET_MINUTES = 18 * 60;

/**
 * Parses a DATE_TIME (contract §2.2 rule 4): a date, or a date-time in UTC, with an offset, with a bracketed zone, or
 * with both. Without offset and zone it is read as UTC; a date alone is its midnight in UTC. With a zone alone it has
 * the offset of that zone at that time. Seconds may be missing. Up to nine fraction digits are retained unchanged. The
 * result has the form `YYYY-MM-DDTHH:mm:ss[.f…]` with `Z`, or with the offset as `±HH:MM` and the zone if given.
 */
export function parseDateTimePlaceholder(value: unknown): ParseOutcome {
  const match = typeof value === 'string' && value.length <= MAX_DATE_TIME_LENGTH ? SHAPE.exec(value) : null;
  if (match === null) return refuse(MUST_BE);
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', offset, zone] =
    match;
  if (!isDate(Number(year), Number(month), Number(day))) return refuse(`${MUST_BE}: there is no such date`);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return refuse(`${MUST_BE}: there is no such time`);
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.replace(',', '.')}`;
  return withOffset(local, offset, zone);
}

function withOffset(local: string, offset: string | undefined, zone: string | undefined): ParseOutcome {
  if (offset !== undefined && offset !== 'Z' && !isOffset(offset)) return refuse(`${MUST_BE}: there is no such offset`);
  if (zone === undefined) return { ok: true, value: local + (offset ?? 'Z') };
  return offset === undefined ? inZone(local, zone) : withZone(local, offset === 'Z' ? '+00:00' : offset, zone);
}

function isDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 ? (leap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
}

/** ISO 8601 has no negative zero offset. */
function isOffset(offset: string): boolean {
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(4, 6));
  return minutes <= 59 && hours * 60 + minutes <= MAX_OFFSET_MINUTES && offset !== '-00:00';
}

/**
 * Requires that the zone exists and has that offset at that instant. Writes its name in the case of the tz database.
 */
function withZone(local: string, offset: string, zone: string): ParseOutcome {
  try {
    const { timeZoneId } = Temporal.ZonedDateTime.from(`${local}${offset}[${zone}]`, { offset: 'reject' });
    return { ok: true, value: `${local}${offset}[${timeZoneId}]` };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse(`${MUST_BE}: the time zone does not exist or does not have that offset then`);
  }
}

/**
 * Adds the zone's offset at that time. When clocks are set back it is the earlier offset; a time that clocks skip is
 * refused.
 */
function inZone(local: string, zone: string): ParseOutcome {
  try {
    const wanted = Temporal.PlainDateTime.from(local);
    const found = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
    if (!found.toPlainDateTime().equals(wanted)) return refuse(`${MUST_BE}: there is no such time in ${zone}`);
    // Before zones were standardized, offsets had seconds. They are rounded to whole minutes.
    const offset = /[+-]\d\d:\d\d(?=\[)/.exec(found.toString())?.[0] ?? found.offset;
    return { ok: true, value: `${local}${offset}[${found.timeZoneId}]` };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse(`${MUST_BE}: there is no time zone ${zone}`);
  }
}
