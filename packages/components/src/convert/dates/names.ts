const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** @param month from 1 */
export const monthName = (month: number): string => MONTHS[month - 1] as string;
/** @param day of the week, 1 for Monday */
export const dayName = (day: number): string => DAYS[day - 1] as string;

/** Returns the month from 1, by its name or its first three letters, or null. */
export function monthOf(text: string): number | null {
  const at = MONTHS.findIndex((name) => isCalled(name, text));
  return at < 0 ? null : at + 1;
}

export function isDay(text: string): boolean {
  return DAYS.some((name) => isCalled(name, text));
}

function isCalled(name: string, text: string): boolean {
  const written = text.toLowerCase();
  return name.toLowerCase() === written || name.slice(0, 3).toLowerCase() === written;
}
