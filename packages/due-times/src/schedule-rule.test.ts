import { expect, test } from '@jest/globals';
import { checkSchedule, readSchedule } from './schedule-rule.ts';

test.each([
  [{}, 'null: one of cron and everySeconds is required'],
  [{ cron: '* * * * *', everySeconds: 10 }, 'null: cron and everySeconds exclude each other'],
  [{ cron: '0 0 30 2 *' }, "cron: matches no date: '0 0 30 2 *'"],
  [{ cron: '0 0 31 4,6,9,11 *' }, "cron: matches no date: '0 0 31 4,6,9,11 *'"],
  [{ cron: '* * * *' }, 'cron: must have 5 fields'],
  [{ cron: '0 0 0 1 1 * 2030' }, 'cron: must have 5 fields'],
  [{ cron: '@daily' }, 'cron: must have 5 fields'],
  [{ cron: '? * * * *' }, 'cron: must not contain ?'],
  [{ cron: '61 * * * *' }, 'cron: cannot be read: invalid value for minute: 61'],
  [{ cron: '* * * * *', timeZone: 'Mars/Olympus' }, 'timeZone: must be the name of a time zone'],
  [{ cron: '* * * * *', timeZone: '+02:00' }, 'timeZone: must be the name of a time zone'],
  [{ everySeconds: 9 }, 'everySeconds: must be a whole number of at least 10'],
  [{ everySeconds: 10.5 }, 'everySeconds: must be a whole number of at least 10'],
])('%j is a problem that is named', (config, expected) => {
  const problems = checkSchedule(config).map(({ field, rule }) => `${field}: ${rule}`);
  expect(problems).toEqual([expect.stringContaining(expected)]);
  expect(readSchedule(config)).toBeNull();
});

test.each(['0 0 29 2 *', '*/5 * * * *', '10 0 9 * * MON-FRI', '0 12 L * *', '0 9 * * MON#1', ' 0  9 * * * '])(
  'the pattern %s is valid',
  (cron) => {
    expect(checkSchedule({ cron, timeZone: 'America/Santiago' })).toEqual([]);
  },
);

test('settings that are left out have their defaults', () => {
  expect(readSchedule({ cron: '0 9 * * *' })).toEqual({
    rule: { cron: '0 9 * * *', timeZone: 'UTC' },
    onOverlap: 'skip',
    catchUp: 'none',
  });
});
