import { defineComponent, ERROR_PORT } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'condition',
  title: 'Condition',
  description: 'Continues on true or false, depending on an expression.',
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['expression'],
    properties: {
      expression: { type: 'string', title: 'Expression', minLength: 1, 'x-control': 'expression' },
    },
  },
  hasEffect: false,
  onlyComputes: true,
  ports: ['true', 'false', ERROR_PORT],
  pinning: 'boolean',
});
