import { Temporal } from 'temporal-polyfill';
import { isDay, monthOf } from './names.ts';
import type { FieldPattern, Part } from './pattern.ts';

/** The parts of a moment in a text, as written. */
interface Found {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  millisecond?: number;
  /** The hour of a 12-hour clock. */
  hour12?: number;
  isAfternoon?: boolean;
  offset?: string;
  zone?: string;
}

const digits = (count: number): RegExp => new RegExp(`\\d{${count}}`, 'y');
const UP_TO_TWO = /\d{1,2}/y;
const WORD = /\p{L}+/uy;

/** The syntax of each field, and how it sets the parts. false: the value is invalid. */
const READ: Readonly<Record<FieldPattern, [RegExp, (text: string, found: Found) => boolean | void]>> = {
  yyyy: [digits(4), (text, found) => void (found.year = Number(text))],
  // Two digits of a year are read as in POSIX.
  yy: [digits(2), (text, found) => void (found.year = Number(text) + (Number(text) < 69 ? 2_000 : 1_900))],
  MMMM: [WORD, readMonth],
  MMM: [WORD, readMonth],
  MM: [digits(2), (text, found) => void (found.month = Number(text))],
  M: [UP_TO_TWO, (text, found) => void (found.month = Number(text))],
  dd: [digits(2), (text, found) => void (found.day = Number(text))],
  d: [UP_TO_TWO, (text, found) => void (found.day = Number(text))],
  EEEE: [WORD, isDay],
  EEE: [WORD, isDay],
  HH: [digits(2), (text, found) => void (found.hour = Number(text))],
  H: [UP_TO_TWO, (text, found) => void (found.hour = Number(text))],
  hh: [digits(2), (text, found) => void (found.hour12 = Number(text))],
  h: [UP_TO_TWO, (text, found) => void (found.hour12 = Number(text))],
  mm: [digits(2), (text, found) => void (found.minute = Number(text))],
  m: [UP_TO_TWO, (text, found) => void (found.minute = Number(text))],
  ss: [digits(2), (text, found) => void (found.second = Number(text))],
  s: [UP_TO_TWO, (text, found) => void (found.second = Number(text))],
  SSS: [digits(3), (text, found) => void (found.millisecond = Number(text))],
  a: [/[AaPp]\.?[Mm]\.?/y, (text, found) => void (found.isAfternoon = /^p/i.test(text))],
  XXX: [/Z|[+-]\d\d:\d\d/y, (text, found) => void (found.offset = text)],
  XX: [/Z|[+-]\d{4}/y, (text, found) => void (found.offset = text.replace(/(\d\d)(\d\d)$/, '$1:$2'))],
  VV: [/[A-Za-z][\w+-]*(?:\/[\w+-]+)*/y, (text, found) => void (found.zone = text)],
};

function readMonth(text: string, found: Found): boolean {
  const month = monthOf(text);
  if (month === null) return false;
  found.month = month;
  return true;
}

/** Returns the moment in a text, or null if the text does not match the pattern or there is no such time. */
export function readDate(text: string, parts: readonly Part[], zone: string): Temporal.ZonedDateTime | null {
  const found = readParts(text, parts);
  if (found === null) return null;
  try {
    return momentOf(found, zone);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readParts(text: string, parts: readonly Part[]): Found | null {
  const found: Found = {};
  let at = 0;
  for (const part of parts) {
    if ('text' in part) {
      if (!text.startsWith(part.text, at)) return null;
      at += part.text.length;
      continue;
    }
    const [written, take] = READ[part.field];
    written.lastIndex = at;
    const match = written.exec(text)?.[0];
    if (match === undefined || take(match, found) === false) return null;
    at += match.length;
  }
  return at === text.length ? found : null;
}

/** Returns the moment. Missing parts are 1 January 1970 at midnight. */
function momentOf(found: Found, zone: string): Temporal.ZonedDateTime {
  const { year = 1970, month = 1, day = 1, minute = 0, second = 0, millisecond = 0, offset } = found;
  const hour = hourOf(found);
  const local = Temporal.PlainDateTime.from(
    { year, month, day, hour, minute, second, millisecond },
    { overflow: 'reject' },
  );
  const at = local.toZonedDateTime(offset === undefined ? (found.zone ?? zone) : offset === 'Z' ? 'UTC' : offset);
  return at.withTimeZone(zone);
}

function hourOf({ hour = 0, hour12, isAfternoon = false }: Found): number {
  if (hour12 === undefined) return hour;
  if (hour12 < 1 || hour12 > 12) throw new RangeError('an hour of half a day is 1 to 12');
  return (hour12 % 12) + (isAfternoon ? 12 : 0);
}
