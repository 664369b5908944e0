import type { ScheduleRule } from '@workflow/due-times';
import cronstrue from 'cronstrue';
import { formatNumber } from '../../ui/format-number.ts';

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** A schedule in words, such as `At 08:30, Monday through Friday, in Europe/Berlin`. */
export function scheduleWords(rule: ScheduleRule): string {
  if ('everySeconds' in rule) return everyWords(rule.everySeconds);
  try {
    return `${cronstrue.toString(rule.cron, { use24HourTimeFormat: true })}, in ${rule.timeZone}`;
  } catch {
    // A pattern that is valid and that the library has no words for.
    return `${rule.cron}, in ${rule.timeZone}`;
  }
}

function everyWords(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds % each === 0) ?? [1, 'second'];
  const count = seconds / size;
  return count === 1 ? `Every ${unit}` : `Every ${formatNumber(count)} ${unit}s`;
}
