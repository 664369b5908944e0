import { checkFields, defineComponent, fieldsSchema } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'json-parse',
  title: 'Parse JSON',
  description:
    'Reads a JSON text into typed fields. A missing or wrong field fails the step; undeclared fields are ignored.',
  category: 'data',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['source', 'fields'],
    properties: {
      source: { type: 'string', title: 'Source', description: 'The JSON text.', minLength: 1, 'x-control': 'template' },
      fields: { ...fieldsSchema('The fields to read.'), default: [] },
    },
  },
  hasEffect: false,
  produces: { name: 'data', fieldsFromConfig: 'fields' },
  preview: { property: 'source', parsesJson: true },
  checkConfig: (config) => checkFields(config.fields, '/fields'),
});
