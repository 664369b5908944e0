import { DEFAULT_TIMEOUT_SECONDS, namedOutput, nextAndErrorPorts } from '../descriptor.ts';
import type { ComponentDescriptor } from '../descriptor.ts';
import { checkValueType, readValueType, valueTypeProperties } from '../field-schema.ts';

export const code: ComponentDescriptor = {
  type: 'code',
  title: 'Code',
  description: 'Runs a JavaScript function body with `placeholders` in scope and produces what it returns.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['source', 'type'],
    properties: {
      source: {
        type: 'string',
        title: 'Source',
        description: 'May use toMillis(date-time), atob, btoa, TextEncoder and TextDecoder. There is no network.',
        minLength: 1,
        'x-control': 'code',
      },
      ...valueTypeProperties(),
    },
  },
  isTrigger: false,
  hasEffect: true,
  defaultTimeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
  ports: nextAndErrorPorts,
  outputs: (component) => namedOutput(component, readValueType(component.config)),
  templates: () => [],
  readsAll: true,
  checkConfig: (config) => checkValueType(config, ''),
};
