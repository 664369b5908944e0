import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import type { JsonObject } from '@workflow/workflow-model';

/** A delay of more than a year is probably a wrong unit. */
export const MAX_DELAY_SECONDS = 366 * 24 * 60 * 60;

export const descriptor = defineComponent({
  type: 'delay',
  title: 'Delay',
  description: 'Waits a number of seconds, or until a point in time. Restarts do not shorten or lengthen it.',
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      seconds: {
        title: 'Seconds',
        description: 'A number, or a template that evaluates to one.',
        anyOf: [
          { type: 'number', minimum: 0, maximum: MAX_DELAY_SECONDS },
          { type: 'string', minLength: 1 },
        ],
        'x-control': 'template',
      },
      until: {
        type: 'string',
        title: 'Until',
        description: 'An ISO-8601 date-time.',
        minLength: 1,
        'x-control': 'template',
      },
    },
  },
  hasEffect: false,
  timeoutSeconds: null,
  checkConfig: checkOneOfBoth,
});

function checkOneOfBoth(config: JsonObject): ConfigProblem[] {
  if ((config.seconds === undefined) !== (config.until === undefined)) return [];
  return [{ pointer: '', field: 'config', rule: 'must have either seconds or until' }];
}
