import type { JsonObject } from '@workflow/workflow-model';
import { Cron } from 'croner';
import { keepResults } from './keep-results.ts';

/** When a schedule is due: by the wall clock of a zone, or every so many seconds since 1970. */
export type ScheduleRule = { cron: string; timeZone: string } | { everySeconds: number };

/** What becomes of a due time while a session of the schedule is under way. */
export type OnOverlap = 'skip' | 'queue';
/** Which of the due times that were missed start a session. */
export type CatchUp = 'none' | 'one' | 'all';

export interface Schedule {
  rule: ScheduleRule;
  onOverlap: OnOverlap;
  catchUp: CatchUp;
}

/** `field` is a field of the config, `rule` what follows its name in a sentence; null: `rule` is a sentence. */
export interface ScheduleProblem {
  field: 'cron' | 'everySeconds' | 'timeZone' | null;
  rule: string;
}

const MIN_EVERY_SECONDS = 10;

/** Reads a config that `checkSchedule` finds nothing wrong with; null: it is not one. */
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

/** What is wrong with the times that a config says, other than the types of its fields. */
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
    const rule = whatIsWrongWithCron(cron, zoneIsKnown ? timeZone : 'UTC');
    if (rule !== null) problems.push({ field: 'cron', rule });
  }
  if (everySeconds !== undefined && !(Number.isInteger(everySeconds) && Number(everySeconds) >= MIN_EVERY_SECONDS))
    problems.push({ field: 'everySeconds', rule: `must be a whole number of at least ${MIN_EVERY_SECONDS}` });
  return problems;
}

/** Whether it is a name of the IANA time zone database; offsets such as `+02:00` are none. */
export const isKnownZone = keepResults((name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
});

/**
 * A time in the hour that is skipped when clocks go forward fires once at its end, and one in the hour that comes twice
 * fires at its first; with a wildcard in seconds, minutes or hours the pattern follows real time instead.
 */
export const openCron = keepResults(
  (cron: string, timeZone: string): Cron =>
    new Cron(cron, {
      paused: true,
      timezone: timeZone,
      mode: '5-or-6-parts',
      fixedTimeRule: 'no-wildcard',
    }),
);

/** Any moment does: what comes at all comes again within the years that are searched from it. */
const SOME_TIME = new Date('2024-01-01T00:00:00Z');

const whatIsWrongWithCron = keepResults((cron: string, timeZone: string): string | null => {
  const fields = cron.trim().split(/\s+/);
  if (fields.length < 5 || fields.length > 6)
    return 'must have 5 fields (minute, hour, day, month, weekday), or 6 with seconds before them';
  // The library puts the present time in its place.
  if (cron.includes('?')) return 'must not contain ?; write * instead';
  try {
    return openCron(cron, timeZone).nextRun(SOME_TIME) === null ? `never comes: no date fits '${cron.trim()}'` : null;
  } catch (error) {
    return `cannot be read: ${withoutLibrary(error instanceof Error ? error.message : String(error))}`;
  }
});

/** `CronPattern: Invalid value …` begins with what authors do not know. */
function withoutLibrary(message: string): string {
  const words = message.replace(/^Cron\w*: /, '');
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
