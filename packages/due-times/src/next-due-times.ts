import { keepResults } from './keep-results.ts';
import { openCron, type ScheduleRule } from './schedule-rule.ts';

/** The first due time after a moment, both in milliseconds since 1970; null: there is none. */
export function nextDueTime(rule: ScheduleRule, afterMs: number): number | null {
  if ('cron' in rule) return nextByCron(rule.cron, rule.timeZone, String(afterMs));
  return nextDueTimes(rule, afterMs, 1)[0] ?? null;
}

/** Of patterns that are due together many are the same, and a look at a zone's clock is expensive. */
const nextByCron = keepResults(
  (cron: string, timeZone: string, afterMs: string): number | null =>
    nextDueTimes({ cron, timeZone }, Number(afterMs), 1)[0] ?? null,
);

/** The next `count` due times after a moment, in milliseconds since 1970; fewer where no more come. */
export function nextDueTimes(rule: ScheduleRule, afterMs: number, count: number): number[] {
  if ('everySeconds' in rule) {
    const everyMs = rule.everySeconds * 1_000;
    const first = (Math.floor(afterMs / everyMs) + 1) * everyMs;
    return Array.from({ length: count }, (_, index) => first + index * everyMs);
  }
  return openCron(rule.cron, rule.timeZone)
    .nextRuns(count, new Date(afterMs))
    .map((date) => date.getTime());
}
