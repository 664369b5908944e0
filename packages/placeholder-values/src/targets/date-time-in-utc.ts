import { parseDateTimePlaceholder } from '../placeholders/parse-date-time-placeholder.ts';

const NORMALIZED =
  /^(?<date>\d{4}-\d\d-\d\d)T(?<time>\d\d:\d\d:\d\d)(?<fraction>\.\d+)?(?<offset>Z|[+-]\d\d:\d\d)(?:\[[^\]]*\])?$/;

/** The parts of a DATE_TIME, for a target with its own form for dates. */
export interface DateTimeParts {
  /** Date and time as written, such as `2026-07-06T08:30:00.5`, without offset and zone. */
  readonly local: string;
  /** `Z`, or `±HH:MM`. */
  readonly offset: string;
}

/**
 * Returns the parts of a text that has a shape of DATE_TIME, with or without a time, an offset or a zone in brackets;
 * null for every other text.
 */
export function dateTimeParts(text: string): DateTimeParts | null {
  if (!/^\d{4}-\d\d-\d\d(?:T|$)/.test(text)) return null;
  const outcome = parseDateTimePlaceholder(text);
  const parts = outcome.ok ? NORMALIZED.exec(String(outcome.value))?.groups : undefined;
  if (parts === undefined) return null;
  const { date, time, fraction = '', offset = 'Z' } = parts;
  return { local: `${date}T${time}${fraction}`, offset };
}

/** Returns the date and time in UTC, such as `2026-07-06T06:30:00.5`, with all digits of the fraction. */
export function localInUtc({ local, offset }: DateTimeParts): string {
  if (offset === 'Z') return local;
  const [seconds = local, fraction] = local.split('.');
  const utc = new Date(Date.parse(`${seconds}${offset}`)).toISOString().slice(0, -5);
  return fraction === undefined ? utc : `${utc}.${fraction}`;
}
