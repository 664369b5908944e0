/** A date, or a date-time with or without offset and bracketed zone: every shape that a DATE_TIME is normalized to. */
const DATE_TIME =
  /^(?<date>\d{4}-\d\d-\d\d)(?:T(?<time>\d\d:\d\d)(?<seconds>:\d\d)?(?<fraction>\.\d+)?(?<offset>Z|[+-]\d\d:?\d\d)?(?:\[[^\]]*\])?)?$/;

/**
 * Milliseconds since the epoch of a DATE_TIME; NaN for any other text. The bracketed zone repeats what the offset says.
 * Without an offset it is read as UTC, as placeholders are, and not in the zone of this machine.
 */
export function dateTimeMillis(text: string): number {
  const parts = DATE_TIME.exec(text)?.groups;
  if (parts === undefined) return Number.NaN;
  const { date, time, seconds = ':00', fraction = '', offset = 'Z' } = parts;
  return Date.parse(`${date}T${time ?? '00:00'}${seconds}${fraction.slice(0, 4)}${offset}`);
}
