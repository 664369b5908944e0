import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import { MAX_DELAY_SECONDS, type JsonObject } from '@workflow/workflow-model';

export const descriptor = defineComponent({
  type: 'delay',
  title: 'Delay',
  description: 'Waits for a number of seconds or until a date and time.',
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      seconds: {
        title: 'Seconds',
        description: 'A number, or {{ … }} that evaluates to one.',
        anyOf: [
          { type: 'number', minimum: 0, maximum: MAX_DELAY_SECONDS },
          { type: 'string', minLength: 1 },
        ],
        'x-control': 'template',
      },
      until: {
        type: 'string',
        title: 'Until',
        description: 'A date and time, such as 2026-12-24T18:00:00Z.',
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
