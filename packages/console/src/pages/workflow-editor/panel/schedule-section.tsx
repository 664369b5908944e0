import { nextDueTimes, readSchedule, type ScheduleRule } from '@workflow/due-times';
import type { Component } from '@workflow/workflow-model';
import { useNow } from '../../../ui/time.tsx';
import classes from './schedule-section.module.css';

const SHOWN = 5;

/** When a schedule is due next, by what its form says now. */
export function ScheduleSection({ component }: { component: Component }) {
  const now = useNow();
  const schedule = readSchedule(component.config);
  if (schedule === null) return null;
  return (
    <section className={classes.root} aria-label="Next due times">
      <h4 className={classes.title}>Next due times</h4>
      <ol className={classes.list}>
        {nextDueTimes(schedule.rule, now, SHOWN).map((dueMs) => (
          <li key={dueMs}>
            <time dateTime={new Date(dueMs).toISOString()}>{formatIn(dueMs, schedule.rule)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** On the wall clock that the schedule follows. */
function formatIn(dueMs: number, rule: ScheduleRule): string {
  const timeZone = 'timeZone' in rule ? rule.timeZone : 'UTC';
  return new Intl.DateTimeFormat(undefined, {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(dueMs);
}
