import type { ComponentDescriptor, ConfigProblem } from '@workflow/component-kit';
import { checkSchedule } from '@workflow/due-times';
import type { JsonObject, StoredForTrigger } from '@workflow/workflow-model';

/**
 * Rules of what is kept for triggers, which descriptors leave out: a browser loads those, and would load what reads
 * cron patterns with them.
 */
const CHECKS: Record<StoredForTrigger, (config: JsonObject) => ConfigProblem[]> = {
  'access-token': () => [],
  'public-page': () => [],
  'error-trigger': () => [],
  poll: () => [],
  // Its schema has the rule of `everySeconds` as well.
  schedule: (config) =>
    checkSchedule(config).flatMap(({ field, rule }) => {
      if (field === null) return [{ pointer: '', rule }];
      return field === 'everySeconds' ? [] : [{ pointer: `/${field}`, field, rule }];
    }),
};

/** What is wrong with the config of a trigger for which something is kept. */
export function checkKept({ trigger }: ComponentDescriptor, config: JsonObject): ConfigProblem[] {
  return (trigger?.keeps ?? []).flatMap((kept) => CHECKS[kept](config));
}
