/** A due time on the wall clock of a zone, such as `Mon, 6 Jul 2026, 08:30:00 CEST`. */
export function formatDueTime(dueTime: string | number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(dueTime));
}
