import { DEFAULT_TIMEOUT_SECONDS, namedOutput, nextAndErrorPorts } from '../descriptor.ts';
import type { ComponentDescriptor } from '../descriptor.ts';
import { checkValueType, readValueType, valueTypeProperties } from '../field-schema.ts';
import { expressionSite } from '../template-sites.ts';

export const transform: ComponentDescriptor = {
  type: 'transform',
  title: 'Transform',
  description: 'Computes a value with a JSONata expression.',
  category: 'data',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['expression', 'type'],
    properties: {
      expression: { type: 'string', title: 'Expression', minLength: 1, 'x-control': 'expression' },
      ...valueTypeProperties(),
    },
  },
  isTrigger: false,
  hasEffect: false,
  defaultTimeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
  ports: nextAndErrorPorts,
  outputs: (component) => namedOutput(component, readValueType(component.config)),
  templates: (config) => expressionSite(config.expression, '/expression'),
  checkConfig: (config) => checkValueType(config, ''),
};
