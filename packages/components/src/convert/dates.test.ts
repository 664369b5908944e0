import type { Json } from '@workflow/workflow-model';
import { expect, test } from '@jest/globals';
import { convertDate } from './dates/convert-date.ts';
import { asFixedDate } from './dates/http-date.ts';

const convert = (value: Json, fromFormat: string, toFormat: string, zone = 'UTC') =>
  convertDate(value, { fromFormat, toFormat, zone });

test.each<[Json, string, string, string, Json]>([
  ['2026-03-01T12:00:00Z', 'iso', 'dd.MM.yyyy HH:mm', 'Europe/Zurich', '01.03.2026 13:00'],
  ['2026-03-01T12:00:00.250+02:00[Europe/Athens]', 'iso', 'iso', 'UTC', '2026-03-01T10:00:00.250Z'],
  ['2026-07-01', 'iso', 'iso', 'Europe/Zurich', '2026-07-01T00:00:00+02:00'],
  ['1.3.26 5:07 pm', 'd.M.yy h:mm a', 'iso', 'America/New_York', '2026-03-01T17:07:00-05:00'],
  ['Mar 5, 2026', 'MMM d, yyyy', "EEEE, d MMMM yyyy 'at' h a", 'UTC', 'Thursday, 5 March 2026 at 12 AM'],
  ['2026-03-01 12:00:00 +0200', 'yyyy-MM-dd HH:mm:ss XX', 'yyyy-MM-dd HH:mm XXX VV', 'UTC', '2026-03-01 10:00 Z UTC'],
  ['2026-03-01T12:00 Asia/Tokyo', "yyyy-MM-dd'T'HH:mm VV", 'HH:mm', 'UTC', '03:00'],
  [1_772_366_400, 'unix', 'iso', 'UTC', '2026-03-01T12:00:00Z'],
  ['1772366400250', 'unix-ms', 'SSS', 'UTC', '250'],
  ['2026-03-01T12:00:00Z', 'iso', 'unix', 'UTC', 1_772_366_400],
  ['2026-03-01T12:00:00.250Z', 'iso', 'unix-ms', 'UTC', 1_772_366_400_250],
  ['Sun, 01 Mar 2026 12:00:00 GMT', 'http', 'http', 'Asia/Tokyo', 'Sun, 01 Mar 2026 12:00:00 GMT'],
  // The first hour is skipped, and the second one occurs twice.
  ['2026-03-29 02:30', 'yyyy-MM-dd HH:mm', 'iso', 'Europe/Zurich', '2026-03-29T03:30:00+02:00'],
  ['2026-10-25 02:30', 'yyyy-MM-dd HH:mm', 'iso', 'Europe/Zurich', '2026-10-25T02:30:00+02:00'],
  ["o'clock 5", "'o''clock' H", 'HH', 'UTC', '05'],
])('%j of %s is %s in %s: %j', (value, fromFormat, toFormat, zone, expected) => {
  expect(convert(value, fromFormat, toFormat, zone)).toBe(expected);
});

/** RFC 9110 §5.6.7 requires that recipients accept all three forms. */
test.each<[string, string]>([
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37Z'],
  ['Wed Nov 16 08:49:37 1994', '1994-11-16T08:49:37Z'],
  ['Monday, 06-Jul-26 06:30:00 GMT', '2026-07-06T06:30:00Z'],
])('the date %j of HTTP is %s', (text, expected) => {
  expect(convert(text, 'http', 'iso')).toBe(expected);
});

test.each([
  ['Thursday, 01-Jan-76 00:00:00 GMT', 2_026, 2_076],
  ['Thursday, 01-Jan-77 00:00:00 GMT', 2_026, 1_977],
  ['Thursday, 01-Jan-05 00:00:00 GMT', 2_090, 2_005],
])('%j is read in %d as a year that is at most 50 years ahead: %d', (text, now, year) => {
  expect(asFixedDate(text, Date.UTC(now, 6))).toBe(`Mon, 01 Jan ${year} 00:00:00 GMT`);
});

test.each<[Json, string]>([
  ['Sunday, 31-Feb-94 08:49:37 GMT', 'http'],
  ['Sunday, 06-Nov-94 08:49:37 CET', 'http'],
  ['Sun Nov 6 08:49:37 1994', 'http'],
  ['2026-02-30', 'yyyy-MM-dd'],
  ['2026-3-1', 'yyyy-MM-dd'],
  ['2026-03-01 and more', 'yyyy-MM-dd'],
  ['13 pm', 'h a'],
  ['Foo 1 2026', 'MMM d yyyy'],
  ['never', 'iso'],
  ['12x', 'unix'],
  [9e99, 'unix'],
  [null, 'iso'],
  [{ a: 1 }, 'iso'],
])('%j is not a date in the format %s', (value, fromFormat) => {
  expect(() => convert(value, fromFormat, 'iso')).toThrow(`not a date in the format ${fromFormat}`);
});

test('an unknown zone, and a pattern with unknown letters, fail with a reason', () => {
  expect(() => convert('2026-03-01', 'iso', 'iso', 'Mars/Olympus')).toThrow('There is no time zone Mars/Olympus');
  expect(() => convert('2026-03-01', 'iso', 'YYYY-MM')).toThrow('A date format cannot contain YYYY');
  expect(() => convert('2026-03-01', "'open", 'iso')).toThrow("cannot contain 'open");
});
