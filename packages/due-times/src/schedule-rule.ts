import type { JsonObject } from '@workflow/workflow-model';
import { Cron } from 'croner';
import { memoize } from './memoize.ts';

/** When a schedule is due: by the wall clock of a zone, or at multiples of some seconds since 1970. */
export type ScheduleRule = { cron: string; timeZone: string } | { everySeconds: number };

/** How a due time is handled while a session of the schedule runs. */
export type OnOverlap = 'skip' | 'queue';
/** Selects the missed due times that start a session. */
export type CatchUp = 'none' | 'one' | 'all';

export interface Schedule {
  rule: ScheduleRule;
  onOverlap: OnOverlap;
  catchUp: CatchUp;
}

/**
 * A problem of a schedule. If `field` names a field of the config, `rule` is the rest of a sentence that begins with
 * it. If `field` is null, `rule` is a full sentence.
 */
interface ScheduleProblem {
  field: 'cron' | 'everySeconds' | 'timeZone' | null;
  rule: string;
}

const MIN_EVERY_SECONDS = 10;

/** Reads the config of a schedule. Returns null if `checkSchedule` finds a problem in it. */
export function readSchedule(config: JsonObject): Schedule | null {
  const { cron, everySeconds, timeZone = 'UTC', onOverlap, catchUp } = config;
  const settings = {
    onOverlap: onOverlap === 'queue' ? onOverlap : 'skip',
    catchUp: catchUp === 'one' || catchUp === 'all' ? catchUp : 'none',
  } as const;
  if (checkSchedule(config).length > 0) return null;
  if (typeof cron === 'string') return { rule: { cron: cron.trim(), timeZone: String(timeZone) }, ...settings };
  return { rule: { everySeconds: Number(everySeconds) }, ...settings };
}

/** Returns the problems of the times in a config. The types of its fields are checked elsewhere. */
export function checkSchedule({ cron, everySeconds, timeZone = 'UTC' }: JsonObject): ScheduleProblem[] {
  const problems: ScheduleProblem[] = [];
  const hasCron = cron !== undefined;
  if (hasCron === (everySeconds !== undefined)) {
    const rule = hasCron ? 'cron and everySeconds exclude each other' : 'one of cron and everySeconds is required';
    problems.push({ field: null, rule });
  }
  const zoneIsKnown = typeof timeZone === 'string' && isKnownZone(timeZone);
  if (!zoneIsKnown)
    problems.push({ field: 'timeZone', rule: 'must be the name of a time zone, such as Europe/Berlin or UTC' });
  if (typeof cron === 'string') {
    const rule = findCronProblem(cron, zoneIsKnown ? timeZone : 'UTC');
    if (rule !== null) problems.push({ field: 'cron', rule });
  }
  if (everySeconds !== undefined && !(Number.isInteger(everySeconds) && Number(everySeconds) >= MIN_EVERY_SECONDS))
    problems.push({ field: 'everySeconds', rule: `must be a whole number of at least ${MIN_EVERY_SECONDS}` });
  return problems;
}

/** Returns true for a name of the IANA time zone database. Offsets such as `+02:00` are not names. */
const isKnownZone = memoize((name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
});

/**
 * Parses a pattern. A time in the hour that is skipped when clocks go forward fires once, at the end of that hour. A
 * time in the hour that occurs twice fires the first time only. With a wildcard in seconds, minutes or hours the
 * pattern follows real time instead.
 */
export const openCron = memoize(
  (cron: string, timeZone: string): Cron =>
    new Cron(cron, {
      paused: true,
      timezone: timeZone,
      mode: '5-or-6-parts',
      fixedTimeRule: 'no-wildcard',
    }),
);

/** Any moment works: a date that exists at all occurs again within the years that are searched from it. */
const SOME_TIME = new Date('2024-01-01T00:00:00Z');

const findCronProblem = memoize((cron: string, timeZone: string): string | null => {
  const fields = cron.trim().split(/\s+/);
  if (fields.length < 5 || fields.length > 6)
    return 'must have 5 fields (minute, hour, day, month, weekday), or 6 with seconds before them';
  // The library replaces it by the present time.
  if (cron.includes('?')) return 'must not contain ?; write * instead';
  try {
    return openCron(cron, timeZone).nextRun(SOME_TIME) === null ? `matches no date: '${cron.trim()}'` : null;
  } catch (error) {
    return `cannot be read: ${withoutLibrary(error instanceof Error ? error.message : String(error))}`;
  }
});

/** Removes the library's prefix, as in `CronPattern: Invalid value …`, which means nothing to authors. */
function withoutLibrary(message: string): string {
  const words = message.replace(/^Cron\w*: /, '');
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
