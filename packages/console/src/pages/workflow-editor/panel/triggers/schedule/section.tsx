import '@mantine/core/styles/Combobox.layer.css';
import { Button, Group, NativeSelect } from '@mantine/core';
import { nextDueTimes, readSchedule } from '@workflow/due-times';
import type { Component, Json, JsonObject } from '@workflow/workflow-model';
import { Link } from 'react-router';
import { changeComponent } from '../../../../../editor/draft/draft-edits.ts';
import { useEditor } from '../../../../../editor/editor-context.ts';
import { formatDueTime } from '../../../../../features/schedules/format-due-time.ts';
import { scheduleWords } from '../../../../../features/schedules/schedule-words.ts';
import { useNow } from '../../../../../ui/time.tsx';
import { useComponentView } from '../../use-component-view.ts';
import classes from '../section.module.css';
import { presetOf, SCHEDULE_PRESETS } from './presets.ts';

const SHOWN = 5;
const FATES = { started: 'started a session', waiting: 'waits', skipped: 'skipped', missed: 'missed' } as const;

/** A schedule in words and when it is due next, by its form as it is now; and the latest due times. */
export function Section({ component }: { component: Component }) {
  const now = useNow();
  const schedule = readSchedule(component.config);
  return (
    <section className={classes.root} aria-label="Due times">
      <Presets component={component} />
      {schedule === null ? (
        <NoSchedule component={component} />
      ) : (
        <>
          <p className={classes.words}>{scheduleWords(schedule.rule)}</p>
          <h4 className={classes.title}>Next due times</h4>
          <ol className={classes.list}>
            {nextDueTimes(schedule.rule, now, SHOWN).map((dueMs) => (
              <li key={dueMs}>
                <time dateTime={new Date(dueMs).toISOString()}>
                  {formatDueTime(dueMs, 'timeZone' in schedule.rule ? schedule.rule.timeZone : 'UTC')}
                </time>
              </li>
            ))}
          </ol>
        </>
      )}
      <LastDueTimes component={component} />
    </section>
  );
}

/** Fills in a usual schedule. The time zone stays. */
function Presets({ component: { id, config } }: { component: Component }) {
  const { store } = useEditor();
  return (
    <NativeSelect
      label="Usual schedules"
      data={[{ value: '', label: 'Other' }, ...SCHEDULE_PRESETS.map(({ label }) => ({ value: label, label }))]}
      value={presetOf(config)?.label ?? ''}
      onChange={(event) => {
        const preset = SCHEDULE_PRESETS.find(({ label }) => label === event.currentTarget.value);
        if (preset === undefined) return;
        const { cron: _cron, everySeconds: _seconds, ...others } = config;
        store.apply(changeComponent(id, (one) => ({ ...one, config: { ...others, ...preset.config } })));
      }}
    />
  );
}

/** Explains what the form lacks. Of a pattern and an interval, one remains. */
function NoSchedule({ component: { id, config } }: { component: Component }) {
  const { store } = useEditor();
  if (!isGiven(config['cron']) || !isGiven(config['everySeconds']))
    return (
      <p className={classes.note}>
        Enter either a cron pattern with a time zone or an interval in seconds to see the next due times.
      </p>
    );
  const remove = (property: string) =>
    store.apply(changeComponent(id, (one) => ({ ...one, config: without(one.config, property) })));
  return (
    <>
      <p className={classes.note}>Both a cron pattern and an interval are set. Which one do you want?</p>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => remove('cron')}>
          Use the interval
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => remove('everySeconds')}>
          Use the cron pattern
        </Button>
      </Group>
    </>
  );
}

function without(config: JsonObject, property: string): JsonObject {
  const { [property]: _removed, ...others } = config;
  return others;
}

function isGiven(value: Json | undefined): boolean {
  return value !== undefined && value !== '';
}

function LastDueTimes({ component }: { component: Component }) {
  const { view } = useComponentView(component);
  const last = view.data?.lastDueTimes?.slice(0, SHOWN) ?? [];
  if (last.length === 0) return null;
  const timeZone = readSchedule(component.config)?.rule;
  const zone = timeZone !== undefined && 'timeZone' in timeZone ? timeZone.timeZone : 'UTC';
  return (
    <>
      <h4 className={classes.title}>Last due times</h4>
      <ul className={classes.list}>
        {last.map(({ dueTime, status, count, sessionId }) => (
          <li key={dueTime}>
            {formatDueTime(dueTime, zone)}:{' '}
            {sessionId === null ? (
              `${FATES[status]}${count > 1 ? `, and the ${count - 1} after it` : ''}`
            ) : (
              <Link to={`/sessions/${sessionId}`}>{FATES[status]}</Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
