import { expect, test } from '@jest/globals';
import { MAX_RETRY_AFTER_MS, readRetryAfterMs } from './retry-after.ts';

const NOW = Date.parse('2026-03-01T10:00:00Z');

test.each<[string, Record<string, string>, number]>([
  ['seconds', { 'retry-after': '3' }, 3_000],
  ['a date', { 'retry-after': 'Sun, 01 Mar 2026 10:00:13 GMT' }, 13_000],
  [
    "a date by the server's clock",
    { 'retry-after': 'Sun, 01 Mar 2026 11:00:13 GMT', date: 'Sun, 01 Mar 2026 11:00:00 GMT' },
    13_000,
  ],
  ['a date that is past', { 'retry-after': 'Sun, 01 Mar 2026 09:00:00 GMT' }, 0],
  ['more than an hour', { 'retry-after': '86400' }, MAX_RETRY_AFTER_MS],
  ['nothing', {}, 0],
  ['a text that cannot be read', { 'retry-after': 'soon' }, 0],
  ['a negative number', { 'retry-after': '-5' }, 0],
])('%s', (_, headers, ms) => {
  expect(readRetryAfterMs(headers, NOW)).toBe(ms);
});
