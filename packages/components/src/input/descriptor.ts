import { checkFields, defineComponent, fieldsSchema } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'input',
  title: 'Input',
  description:
    'Starts the workflow from the API, the console or another workflow, with the values that the caller sends.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['placeholders'],
    properties: {
      placeholders: { ...fieldsSchema('The values that callers send.'), title: 'Placeholders', default: [] },
    },
  },
  hasEffect: false,
  trigger: { sessions: null, keeps: [], takes: 'placeholders' },
  produces: { placeholdersFromConfig: 'placeholders' },
  checkConfig: (config) => checkFields(config.placeholders, '/placeholders'),
});
