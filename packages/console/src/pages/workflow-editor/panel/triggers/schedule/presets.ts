import type { JsonObject } from '@workflow/workflow-model';

interface SchedulePreset {
  label: string;
  config: { cron: string } | { everySeconds: number };
}

/** Schedules that many workflows use. */
export const SCHEDULE_PRESETS: readonly SchedulePreset[] = [
  { label: 'Every 5 minutes', config: { everySeconds: 300 } },
  { label: 'Every hour', config: { cron: '0 * * * *' } },
  { label: 'Every day at 09:00', config: { cron: '0 9 * * *' } },
  { label: 'Monday to Friday at 09:00', config: { cron: '0 9 * * 1-5' } },
  { label: 'Every Monday at 09:00', config: { cron: '0 9 * * 1' } },
  { label: 'On the first day of the month at 09:00', config: { cron: '0 9 1 * *' } },
];

/** Returns the preset that a config is, or undefined for any other schedule. */
export function presetOf({ cron, everySeconds }: JsonObject): SchedulePreset | undefined {
  return SCHEDULE_PRESETS.find(({ config }) =>
    'cron' in config
      ? config.cron === cron && everySeconds === undefined
      : config.everySeconds === everySeconds && cron === undefined,
  );
}
