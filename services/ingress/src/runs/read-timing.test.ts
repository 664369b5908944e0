import { expect, test } from '@jest/globals';
import { readTiming } from './read-timing.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');

test.each([
  [{}, undefined],
  [{ startAt: '2026-11-28T12:00:05Z' }, { startAtMs: NOW + 5_000 }],
  [{ startAt: '2026-11-29' }, { startAtMs: NOW + 12 * 3_600_000 }],
  [{ startAt: '2026-11-28T14:00:05' }, { startAtMs: NOW + 2 * 3_600_000 + 5_000 }],
  [{ startAt: '2026-11-28T13:00:05.25+01:00[Europe/Berlin]' }, { startAtMs: NOW + 5_250 }],
  [{ startAt: '2026-11-28T13:00[Europe/Berlin]' }, { startAtMs: NOW }],
  [{ startAt: '1999-01-01' }, { startAtMs: Date.parse('1999-01-01') }],
  [{ startAt: '2027-11-29T12:00:00Z' }, { startAtMs: NOW + 366 * 86_400_000 }],
  [{ startAfterSeconds: 0 }, { startAfterSeconds: 0 }],
  [
    { startAfterSeconds: 5, expireAfterSeconds: 6 },
    { startAfterSeconds: 5, expireAfterSeconds: 6 },
  ],
  [{ expireAfterSeconds: 1 }, { expireAfterSeconds: 1 }],
])('reads %j', (sent, timing) => {
  expect(readTiming(sent, NOW)).toEqual({ ok: true, value: timing });
});

test.each([
  [{ startAt: 'tomorrow' }, 'startAt must be an ISO-8601 date or date-time'],
  [{ startAt: '\u{1F552}'.repeat(100) }, 'startAt must be an ISO-8601 date or date-time'],
  [{ startAt: '2026-02-30' }, 'startAt must be an ISO-8601 date or date-time: there is no such date'],
  [{ startAt: '2027-11-29T12:00:01Z' }, 'startAt must be at most 366 days ahead'],
  [{ startAt: '2026-11-29', startAfterSeconds: 5 }, 'startAt and startAfterSeconds must not be sent together'],
  [
    { startAt: 'tomorrow', startAfterSeconds: 5 },
    'startAt and startAfterSeconds must not be sent together; startAt must be an ISO-8601 date or date-time',
  ],
])('refuses %j', (sent, message) => {
  expect(readTiming(sent, NOW)).toEqual({ ok: false, problems: message.split('; ') });
});
