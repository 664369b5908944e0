import { expect, test } from '@jest/globals';
import { formatDueTime } from './format-due-time.ts';

test.each([
  ['Europe/Berlin', 'Mon, 6 Jul 2026, 08:30:00 CEST'],
  ['UTC', 'Mon, 6 Jul 2026, 06:30:00 UTC'],
])('a due time has the form of other times of the console, on the clock of %s', (timeZone, shown) => {
  expect(formatDueTime('2026-07-06T06:30:00Z', timeZone)).toBe(shown);
});
