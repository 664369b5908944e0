/** `Sunday, 06-Nov-94 08:49:37 GMT` (RFC 850). */
const RFC_850 = /^[A-Z][a-z]+day, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d:\d\d:\d\d) GMT$/;
/** `Sun Nov  6 08:49:37 1994`, as `asctime()` of C writes it. */
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d\d:\d\d:\d\d) (\d{4})$/;
/** A two-digit year that would be more than this many years in the future belongs to the century before. */
const MAX_YEARS_AHEAD = 50;

/** Converts a date of either obsolete form to the current one (RFC 9110 §5.6.7). Returns other texts unchanged. */
export function asFixedDate(text: string, nowMs: number): string {
  const [, day = '', month = '', year = '', time = ''] = RFC_850.exec(text) ?? [];
  if (year !== '') return fixed(day, month, fullYear(Number(year), new Date(nowMs).getUTCFullYear()), time);
  const [, ofMonth = '', padded = '', clock = '', whole = ''] = ASCTIME.exec(text) ?? [];
  return whole === '' ? text : fixed(padded.replace(' ', '0'), ofMonth, Number(whole), clock);
}

function fullYear(twoDigits: number, now: number): number {
  const inThisCentury = now - (now % 100) + twoDigits;
  return inThisCentury > now + MAX_YEARS_AHEAD ? inThisCentury - 100 : inThisCentury;
}

/** Returns the fixed form. The day of the week is not compared with the date. */
function fixed(day: string, month: string, year: number, time: string): string {
  return `Mon, ${day} ${month} ${String(year).padStart(4, '0')} ${time} GMT`;
}
