import { DEFAULT_TIMEOUT_SECONDS, ERROR_PORT } from '../descriptor.ts';
import type { ComponentDescriptor } from '../descriptor.ts';
import { expressionSite } from '../template-sites.ts';

export const condition: ComponentDescriptor = {
  type: 'condition',
  title: 'Condition',
  description: 'Routes to true or false depending on the expression.',
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['expression'],
    properties: {
      expression: { type: 'string', title: 'Expression', minLength: 1, 'x-control': 'expression' },
    },
  },
  isTrigger: false,
  hasEffect: false,
  defaultTimeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
  ports: () => ['true', 'false', ERROR_PORT],
  outputs: () => [],
  templates: (config) => expressionSite(config.expression, '/expression'),
};
