import type { ComponentDescriptor, ConfigProblem } from '@workflow/component-kit';
import { checkSchedule } from '@workflow/due-times';
import type { JsonObject, StoredForTrigger } from '@workflow/workflow-model';

/**
 * The rules for records of triggers. Descriptors do not contain them, because browsers load descriptors and would then
 * also load the parser of cron patterns.
 */
const CHECKS: Record<StoredForTrigger, (config: JsonObject) => ConfigProblem[]> = {
  'access-token': () => [],
  'public-page': () => [],
  'error-trigger': () => [],
  poll: () => [],
  // The schema also checks `everySeconds`.
  schedule: (config) =>
    checkSchedule(config).flatMap(({ field, rule }) => {
      if (field === null) return [{ pointer: '', rule }];
      return field === 'everySeconds' ? [] : [{ pointer: `/${field}`, field, rule }];
    }),
};

/** Returns the problems of a trigger's config that concern its records. */
export function checkStored({ trigger }: ComponentDescriptor, config: JsonObject): ConfigProblem[] {
  return (trigger?.keeps ?? []).flatMap((record) => CHECKS[record](config));
}
