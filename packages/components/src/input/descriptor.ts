import { checkFields, defineComponent, fieldsSchema } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'input',
  title: 'Input',
  description: 'Starts a workflow with placeholders that the caller sends.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['placeholders'],
    properties: {
      placeholders: { ...fieldsSchema('What callers may send.'), title: 'Placeholders', default: [] },
    },
  },
  hasEffect: false,
  trigger: { sessions: null, keeps: [], takes: 'placeholders' },
  produces: { placeholdersFromConfig: 'placeholders' },
  checkConfig: (config) => checkFields(config.placeholders, '/placeholders'),
});
