/** An age in words: `Now`, `12 s ago`, `5 min ago`, `3 h ago`, `2 d ago`. */
export function formatAge(ms: number): string {
  return ms < 2000 ? 'Now' : `${formatSpan(ms)} ago`;
}

/** About how long something has lasted: `12 s`, `5 min`, `3 h`, `2 d`. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** A duration: `8 ms`, `1.24 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
  return `${Math.floor(ms / 3_600_000)} h ${Math.floor((ms % 3_600_000) / 60_000)} min`;
}

const DATE_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

type Time = string | number | Date;

/** Formats a time in the reader's time zone: `28 Nov 2026, 00:54:21`. */
export function formatDateTime(time: Time): string {
  return DATE_TIME.format(new Date(time));
}

/** Formats the day of a time: `28 Nov 2026`. */
export function formatDate(time: Time): string {
  return DATE.format(new Date(time));
}

/** Formats the time of day: `00:54:21`. */
export function formatTimeOfDay(time: Time): string {
  return TIME.format(new Date(time));
}

/** Milliseconds between two times; until `now` if the second is missing, null if the first is. */
export function durationBetween(from: string | null, to: string | null, now: number): number | null {
  if (from === null) return null;
  return (to === null ? now : Date.parse(to)) - Date.parse(from);
}
