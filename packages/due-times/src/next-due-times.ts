import { memoize } from './memoize.ts';
import { openCron, type ScheduleRule } from './schedule-rule.ts';

/** Returns the first due time after a moment, or null if there is none. Both are in milliseconds since 1970. */
export function nextDueTime(rule: ScheduleRule, afterMs: number): number | null {
  if ('cron' in rule) return nextByCron(rule.cron, rule.timeZone, String(afterMs));
  return nextDueTimes(rule, afterMs, 1)[0] ?? null;
}

/** Memoized, because many patterns that are due together are the same, and computing a time in a zone is expensive. */
const nextByCron = memoize(
  (cron: string, timeZone: string, afterMs: string): number | null =>
    nextDueTimes({ cron, timeZone }, Number(afterMs), 1)[0] ?? null,
);

/**
 * Returns the next `count` due times after a moment, in milliseconds since 1970. The list is shorter if the pattern has
 * fewer.
 */
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
