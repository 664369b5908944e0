import { expect, test } from '@jest/globals';
import { scheduleWords } from './schedule-words.ts';

test.each([
  [{ everySeconds: 10 }, 'Every 10 seconds'],
  [{ everySeconds: 60 }, 'Every minute'],
  [{ everySeconds: 5_400 }, 'Every 90 minutes'],
  [{ everySeconds: 172_800 }, 'Every 2 days'],
  [{ cron: '30 8 * * MON-FRI', timeZone: 'Europe/Berlin' }, 'At 08:30, Monday through Friday, in Europe/Berlin'],
  [{ cron: '*/5 * * * *', timeZone: 'UTC' }, 'Every 5 minutes, in UTC'],
])('%j is %s', (rule, words) => {
  expect(scheduleWords(rule)).toBe(words);
});
