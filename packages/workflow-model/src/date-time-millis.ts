/** Matches a date, or a date-time with or without offset and zone in brackets: every form of a normalized DATE_TIME. */
const DATE_TIME =
  /^(?<date>\d{4}-\d\d-\d\d)(?:T(?<time>\d\d:\d\d)(?<seconds>:\d\d)?(?<fraction>\.\d+)?(?<offset>Z|[+-]\d\d:?\d\d)?(?:\[[^\]]*\])?)?$/;

/**
 * Returns the milliseconds since the epoch of a DATE_TIME, or NaN for any other text. The zone in brackets repeats the
 * offset. Without an offset the time is read as UTC, not in the zone of this machine.
 */
export function dateTimeMillis(text: string): number {
  const parts = DATE_TIME.exec(text)?.groups;
  if (parts === undefined) return Number.NaN;
  const { date, time, seconds = ':00', fraction = '', offset = 'Z' } = parts;
  return Date.parse(`${date}T${time ?? '00:00'}${seconds}${fraction.slice(0, 4)}${offset}`);
}
