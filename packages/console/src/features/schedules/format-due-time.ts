/** A due time on the wall clock of a zone, such as `Mon, Jul 6, 2026, 08:30:00 GMT+2`. */
export function formatDueTime(dueTime: string | number, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, {
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
