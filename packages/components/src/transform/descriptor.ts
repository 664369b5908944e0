import { checkValueType, defineComponent, valueTypeProperties } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'transform',
  title: 'Transform',
  description: 'Calculates a value with a JSONata expression.',
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
  hasEffect: false,
  onlyComputes: true,
  produces: { name: 'result', typeFromConfig: true },
  newConfig: { type: 'JSON' },
  preview: { property: 'expression', parsesJson: false },
  checkConfig: (config) => checkValueType(config, ''),
});
