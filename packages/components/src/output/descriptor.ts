import { defineComponent } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'output',
  title: 'Output',
  description: "Sets the session's output. If several are reached, the last one in the definition wins.",
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['value'],
    properties: {
      value: { title: 'Value', description: 'A template, or JSON whose strings are templates.', 'x-control': 'json' },
    },
  },
  hasEffect: false,
  onlyComputes: true,
  setsSessionOutput: true,
  pinning: 'any',
});
