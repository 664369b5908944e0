import { checkValueType, defineComponent, valueTypeProperties } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'code',
  title: 'Code',
  description: 'Runs a JavaScript function body with the placeholders in scope and produces what it returns.',
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
  hasEffect: true,
  produces: { name: 'result', typeFromConfig: true },
  newConfig: { type: 'JSON' },
  // The sandbox counts from the program's start: waiting for its turn is no fault of the program.
  limitsOwnTime: true,
  checkConfig: (config) => checkValueType(config, ''),
});
