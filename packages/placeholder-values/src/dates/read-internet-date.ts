const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Minutes east of Greenwich (RFC 5322 §4.3). As that section demands, a zone that is not listed is read as UTC. */
const ZONES: Readonly<Record<string, number>> = {
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
};
/** A date such as `Mon, 06 Jul 2026`, and the text after it. */
const WORDS =
  /^(?:[a-z]+\.?,?\s+)?(?<day>\d{1,2})[\s-]+(?<month>[a-z]{3,9})\.?[\s-]+(?<year>\d{2,4})(?:,?\s+(?<rest>.*))?$/i;
const TIME =
  /^(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?(?:\s*(?<zone>[a-z]{1,5}|[+-]\d\d:?\d\d))?$/i;
const ISO = /^(?<year>\d{4})-(?<month>\d\d)(?:-(?<day>\d\d)(?:[T\s]\s*(?<time>\d\d:.*))?)?$/i;
const ISO_TIME =
  /^(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?<fraction>\.\d+)?)?\s*(?<zone>Z|[+-]\d\d(?::?\d\d)?)?$/i;
/** Longer texts are not dates. */
const MAX_LENGTH = 200;

/**
 * Returns the moment of a date in a mail or a feed in ISO 8601, or null if the text is no date or its year is not one
 * of 1 to 9999. The date may have the form of RFC 5322 §3.3 and §4.3 (`Mon, 06 Jul 2026 08:30:00 +0200`), also with
 * full names, or that of RFC 3339, ISO 8601 and the W3C's note on dates (`2026-07`). Without a zone it is read as UTC.
 */
export function readInternetDate(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const written = text
    .replaceAll(/\([^()]*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return readIso(written) ?? readWords(written);
}

function readIso(text: string): string | null {
  const parts = ISO.exec(text)?.groups;
  if (parts === undefined) return null;
  const { year, month, day = '1', time: written = '00:00' } = parts;
  const time = ISO_TIME.exec(written)?.groups;
  if (time === undefined) return null;
  const { hour, minute, second = '0', fraction = '', zone = 'Z' } = time;
  const millis = Math.floor(Number(`0${fraction}`) * 1_000);
  return momentOf([year, month, day, hour, minute, second].map(Number), offsetOf(zone), millis);
}

function readWords(text: string): string | null {
  const parts = WORDS.exec(text)?.groups;
  if (parts === undefined) return null;
  const { day, month = '', year = '', rest = '00:00' } = parts;
  const time = TIME.exec(rest)?.groups;
  const monthNumber = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  if (time === undefined || monthNumber === 0) return null;
  const { hour, minute, second = '0', zone = 'Z' } = time;
  return momentOf([yearOf(year), monthNumber, ...[day, hour, minute, second].map(Number)], offsetOf(zone), 0);
}

/** Reads a year of two, three or four digits (RFC 5322 §4.3). */
function yearOf(text: string): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return text.length === 2 && year < 50 ? 2_000 + year : 1_900 + year;
}

function offsetOf(zone: string): number {
  const offset = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (offset === null) return ZONES[zone.toUpperCase()] ?? 0;
  const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
  return offset[1] === '-' ? -minutes : minutes;
}

function momentOf(parts: readonly number[], offsetMinutes: number, millis: number): string | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  // A leap second is read as the second after it.
  if (hour > 24 || minute > 59 || second > 60 || (hour === 24 && minute + second > 0)) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (year < 1 || date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return null;
  date.setUTCHours(hour, minute - offsetMinutes, second, millis);
  const written = date.toISOString();
  // toISOString() writes years beyond 9999 and before 0 with a sign.
  return /^(?!0000)\d{4}-/.test(written) ? written : null;
}
