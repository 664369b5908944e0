import { dateTimeMillis } from '@workflow/workflow-model';
export type IsoZone = 'utc' | 'own';

/** The zone of the browser. */
export const OWN_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const ISO_ZONES: { value: IsoZone; label: string }[] = [
  { value: 'utc', label: 'UTC' },
  ...(OWN_TIME_ZONE === 'UTC' ? [] : [{ value: 'own' as const, label: OWN_TIME_ZONE }]),
];

/**
 * The value of a `datetime-local` input as ISO 8601: with `Z`, or with the offset and the bracketed zone (contract §2.2
 * rule 4).
 */
export function toIsoDateTime(local: string, zone: IsoZone): string | undefined {
  if (local === '') return undefined;
  const withSeconds = local.length === 16 ? `${local}:00` : local;
  if (zone === 'utc') return `${withSeconds}Z`;
  const minutesBehind = new Date(withSeconds).getTimezoneOffset();
  const sign = minutesBehind > 0 ? '-' : '+';
  const minutes = Math.abs(minutesBehind);
  const offset = `${sign}${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return `${withSeconds}${offset}[${OWN_TIME_ZONE}]`;
}

/** A date-time as a `datetime-local` input shows it, in UTC; empty when it is none. */
export function utcLocalOf(value: string): string {
  const millis = dateTimeMillis(value);
  return Number.isNaN(millis) ? '' : new Date(millis).toISOString().slice(0, 19);
}
