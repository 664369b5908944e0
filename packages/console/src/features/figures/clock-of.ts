/** The local time of day, as on the axis of a chart: `14:05`. */
export function clockOf(time: number): string {
  return new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', hour12: false });
}
