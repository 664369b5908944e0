import { expect, test } from '@jest/globals';
import { dateTimeMillis } from './index.ts';

const TEN = Date.UTC(2026, 0, 1, 10);

test.each<[string, number]>([
  ['2026-01-01T10:00:00Z', TEN],
  ['2026-01-01T11:00:00+01:00', TEN],
  ['2026-01-01T11:00:00+01:00[Europe/Berlin]', TEN],
  ['2026-01-01T10:00:00Z[UTC]', TEN],
  ['2026-01-01T10:00:00.123456789Z', TEN + 123],
  ['2026-01-01T10:00', TEN],
  ['2026-01-01', Date.UTC(2026, 0, 1)],
])('%s', (text, millis) => {
  expect(dateTimeMillis(text)).toBe(millis);
});

test.each(['', 'soon', '2026', '2026-01-01T25:00:00Z', '2026-13-01', '10:00', '2026-01-01[Europe/Berlin]'])(
  '%j is not a date and time',
  (text) => {
    expect(dateTimeMillis(text)).toBeNaN();
  },
);
