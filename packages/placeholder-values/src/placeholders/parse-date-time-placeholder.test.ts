import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_DATE_TIME_LENGTH, parseDateTimePlaceholder } from './parse-date-time-placeholder.ts';

test.each([
  ['date only', '2026-11-21', '2026-11-21T00:00:00Z'],
  ['date-time in UTC', '2026-11-21T10:11:12Z', '2026-11-21T10:11:12Z'],
  ['date-time with offset', '2026-11-21T10:11:12+05:30', '2026-11-21T10:11:12+05:30'],
  [
    'date-time with offset and zone',
    '2026-07-01T10:11:12+02:00[Europe/Berlin]',
    '2026-07-01T10:11:12+02:00[Europe/Berlin]',
  ],
  ['date-time without offset, read as UTC', '2026-11-21T10:11:12', '2026-11-21T10:11:12Z'],
  ['without seconds', '2026-11-21T10:11Z', '2026-11-21T10:11:00Z'],
  ['without seconds and offset', '2026-11-21T10:11', '2026-11-21T10:11:00Z'],
  ['one fraction digit', '2026-11-21T10:11:12.5Z', '2026-11-21T10:11:12.5Z'],
  ['nine fraction digits, unchanged', '2026-11-21T10:11:12.123456780Z', '2026-11-21T10:11:12.123456780Z'],
  ['a fraction behind a comma', '2026-11-21T10:11:12,5Z', '2026-11-21T10:11:12.5Z'],
  ['29 February of a leap year', '2024-02-29', '2024-02-29T00:00:00Z'],
  ['offset zero', '2026-11-21T10:11:12+00:00', '2026-11-21T10:11:12+00:00'],
  ['UTC with its zone', '2026-11-21T10:11:12Z[UTC]', '2026-11-21T10:11:12+00:00[UTC]'],
  ['zone names in any case', '2026-07-01T10:11:12+02:00[europe/berlin]', '2026-07-01T10:11:12+02:00[Europe/Berlin]'],
  [
    'the second 02:30 of the night when clocks go back',
    '2026-10-25T02:30:00+01:00[Europe/Berlin]',
    '2026-10-25T02:30:00+01:00[Europe/Berlin]',
  ],
  [
    'the first 02:30 of that night',
    '2026-10-25T02:30:00+02:00[Europe/Berlin]',
    '2026-10-25T02:30:00+02:00[Europe/Berlin]',
  ],
  ['a zone without offset', '2026-01-01T10:20:30[Europe/Berlin]', '2026-01-01T10:20:30+01:00[Europe/Berlin]'],
  ['the same in summer', '2026-07-01T10:20[europe/berlin]', '2026-07-01T10:20:00+02:00[Europe/Berlin]'],
  ['UTC without offset', '2026-07-01T10:20:30.5[UTC]', '2026-07-01T10:20:30.5+00:00[UTC]'],
  [
    'the earlier of two offsets where clocks go back',
    '2026-10-25T02:30:00[Europe/Berlin]',
    '2026-10-25T02:30:00+02:00[Europe/Berlin]',
  ],
  ['the same across the ocean', '2026-11-01T01:59:59[America/New_York]', '2026-11-01T01:59:59-04:00[America/New_York]'],
  [
    'a zone whose offset had seconds then',
    '1800-01-01T00:00:00[Europe/Berlin]',
    '1800-01-01T00:00:00+00:53[Europe/Berlin]',
  ],
])('takes %s: %s', (_, text, normalized) => {
  expect(parseDateTimePlaceholder(text)).toEqual({ ok: true, value: normalized });
});

test.each([
  ['a number', 1_763_719_872],
  ['null', null],
  ['an empty text', ''],
  ['a day that does not exist', '2026-02-30'],
  ['29 February of another year', '2026-02-29'],
  ['29 February 1900', '1900-02-29'],
  ['month 13', '2026-13-01'],
  ['month 0', '2026-00-10'],
  ['day 0', '2026-01-00'],
  ['24:00', '2026-11-21T24:00:00Z'],
  ['minute 60', '2026-11-21T10:60:00Z'],
  ['second 60', '2026-11-21T10:11:60Z'],
  ['an offset without colon', '2026-11-21T10:11:12+0530'],
  ['an offset of hours alone', '2026-11-21T10:11:12+05'],
  ['an impossible offset', '2026-11-21T10:11:12+25:00'],
  ['offset minute 60', '2026-11-21T10:11:12+01:60'],
  ['a negative zero offset', '2026-11-21T10:11:12-00:00'],
  ['a zone that does not exist', '2026-11-21T10:11:12+01:00[Europe/Atlantis]'],
  ['an offset that the zone does not have then', '2026-07-01T10:11:12+01:00[Europe/Berlin]'],
  ['Z with a zone that is not at UTC then', '2026-07-01T10:11:12Z[Europe/Berlin]'],
  ['a time that the zone skips', '2026-03-29T02:30:00+02:00[Europe/Berlin]'],
  ['a zone that does not exist, without offset', '2026-11-21T10:11:12[Europe/Atlantis]'],
  ['a time that the zone skips, without offset', '2026-03-29T02:30:00[Europe/Berlin]'],
  ['a time that another zone skips', '2026-03-08T02:00[America/New_York]'],
  ['a date with a zone', '2026-11-21[Europe/Berlin]'],
  ['an offset in place of a zone', '2026-11-21T10:11:12+01:00[+01:00]'],
  ['ten fraction digits', '2026-11-21T10:11:12.1234567890Z'],
  ['a point without fraction', '2026-11-21T10:11:12.Z'],
  ['hours alone', '2026-11-21T10Z'],
  ['a date with offset', '2026-11-21Z'],
  ['a space for T', '2026-11-21 10:11:12Z'],
  ['lower case', '2026-11-21t10:11:12z'],
  ['space around it', ' 2026-11-21'],
  ['a year of six digits', '+002026-11-21'],
  ['a week date', '2026-W47-6'],
  ['the basic format', '20261121'],
  ['a line break behind it', '2026-11-21\n'],
])('refuses %s', (_, value) => {
  expect(parseDateTimePlaceholder(value)).toEqual({
    ok: false,
    problem: expect.stringMatching(/^must be an ISO-8601 date or date-time/),
  });
});

test('a text that is too long is refused without repeating its zone', () => {
  const withLength = (length: number) => `2026-11-21T10:11[${'a'.repeat(length - '2026-11-21T10:11[]'.length)}]`;
  const mustBe = 'must be an ISO-8601 date or date-time';
  const longest = parseDateTimePlaceholder(withLength(MAX_DATE_TIME_LENGTH));
  expect(longest).toEqual({ ok: false, problem: expect.stringMatching(`^${mustBe}: there is no time zone a+$`) });
  for (const length of [MAX_DATE_TIME_LENGTH + 1, 2 ** 20])
    expect(parseDateTimePlaceholder(withLength(length))).toEqual({ ok: false, problem: mustBe });
});

test('a value with the longest name of a zone and all digits of a fraction is taken', () => {
  const text = '2026-11-21T10:11:12.123456789-03:00[America/Argentina/ComodRivadavia]';
  expect(parseDateTimePlaceholder(text)).toMatchObject({ ok: true });
});

const two = (max: number, min = 0) => fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'));
const nearly = fc
  .tuple(
    fc.integer({ min: 0, max: 9999 }).map((year) => String(year).padStart(4, '0')),
    two(13),
    two(32),
    fc.constantFrom('', 'T'),
    two(24),
    two(60),
    fc.option(two(60)),
    fc.constantFrom('', '.1', '.000', ',123456789'),
    fc.constantFrom('', 'Z', '+01:00', '-05:00', '+18:01', '+00:00'),
    fc.constantFrom('', '', '[UTC]', '[Europe/Berlin]', '[America/New_York]', '[No/Where]'),
  )
  .map(([year, month, day, t, hour, minute, second, fraction, offset, zone]) => {
    const seconds = second === null ? '' : `:${second}${fraction}`;
    return `${year}-${month}-${day}${t === '' ? '' : `T${hour}:${minute}${seconds}${offset}${zone}`}`;
  });

test('an accepted text is normalized to the documented shape, which is accepted unchanged', () => {
  fc.assert(
    fc.property(nearly, (text) => {
      const first = parseDateTimePlaceholder(text);
      fc.pre(first.ok);
      expect(first.value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d(\[[\w/+-]+\])?)$/);
      expect(parseDateTimePlaceholder(first.value)).toEqual(first);
    }),
    { numRuns: 500 },
  );
});

test('without a zone it agrees with Date on which dates exist', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
      (year, month, day) => {
        const [monthText, dayText] = [month, day].map((part) => String(part).padStart(2, '0'));
        const text = `${String(year).padStart(4, '0')}-${monthText}-${dayText}`;
        const date = new Date(`${text}T00:00:00Z`);
        const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
        expect(parseDateTimePlaceholder(text).ok).toBe(exists);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), nearly), (value) => typeof parseDateTimePlaceholder(value).ok === 'boolean'),
  );
});
