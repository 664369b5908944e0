import type { ConfigProblem } from '@workflow/component-kit';
import { checkSchedule } from '@workflow/due-times';
import type { JsonObject } from '@workflow/workflow-model';

/** Checks the cron pattern and the time zone. The schema checks `everySeconds`. */
export function check(config: JsonObject): ConfigProblem[] {
  return checkSchedule(config).flatMap(({ field, rule }) => {
    if (field === null) return [{ pointer: '', rule }];
    return field === 'everySeconds' ? [] : [{ pointer: `/${field}`, field, rule }];
  });
}
