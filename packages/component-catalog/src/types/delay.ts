import type { JsonObject } from '@workflow/workflow-model';
import { nextAndErrorPorts } from '../descriptor.ts';
import type { ComponentDescriptor, ConfigProblem } from '../descriptor.ts';
import { templateSites } from '../template-sites.ts';

/** A delay of more than a year is probably a wrong unit. */
export const MAX_DELAY_SECONDS = 366 * 24 * 60 * 60;

export const delay: ComponentDescriptor = {
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
  isTrigger: false,
  hasEffect: false,
  defaultTimeoutSeconds: null,
  ports: nextAndErrorPorts,
  outputs: () => [],
  templates: (config) => [...templateSites(config.seconds, '/seconds'), ...templateSites(config.until, '/until')],
  checkConfig: checkOneOfBoth,
};

function checkOneOfBoth(config: JsonObject): ConfigProblem[] {
  if ((config.seconds === undefined) !== (config.until === undefined)) return [];
  return [{ pointer: '', message: 'config must have either seconds or until' }];
}
