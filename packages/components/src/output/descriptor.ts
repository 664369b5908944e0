import { defineComponent } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'output',
  title: 'Output',
  description: 'Sets the output of the session. If several Outputs run, the last one in the workflow counts.',
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['value'],
    properties: {
      value: { title: 'Value', description: 'Text or JSON. {{ … }} inserts values.', 'x-control': 'json' },
    },
  },
  hasEffect: false,
  onlyComputes: true,
  setsSessionOutput: true,
  pinning: 'any',
});
