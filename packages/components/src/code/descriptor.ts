import { checkValueType, defineComponent, valueTypeProperties } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'code',
  title: 'Code',
  description: 'Runs JavaScript. Read values by their names or as placeholders.name, and return the result.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['source', 'type'],
    properties: {
      source: {
        type: 'string',
        title: 'Code',
        description: 'Available: toMillis(dateTime), atob, btoa, TextEncoder, TextDecoder. No network access.',
        minLength: 1,
        'x-control': 'code',
      },
      ...valueTypeProperties(),
    },
  },
  hasEffect: true,
  produces: { name: 'result', typeFromConfig: true },
  newConfig: { type: 'JSON' },
  // The sandbox measures the time from the start of the program, so the wait for a free slot does not count.
  limitsOwnTime: true,
  checkConfig: (config) => checkValueType(config, ''),
});
