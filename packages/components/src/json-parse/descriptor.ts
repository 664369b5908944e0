import { checkFields, defineComponent, fieldsSchema } from '@workflow/component-kit';
import { JSON_POINTER_PATTERN } from '@workflow/workflow-model';

export const descriptor = defineComponent({
  type: 'json-parse',
  title: 'Parse JSON',
  description: 'Reads JSON text into typed fields. The step fails if a field is missing or has the wrong type.',
  category: 'data',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['source', 'fields'],
    properties: {
      source: { type: 'string', title: 'Source', description: 'The JSON text.', minLength: 1, 'x-control': 'template' },
      path: {
        type: 'string',
        title: 'Path',
        description:
          'Where the fields are, as a JSON pointer. /body is the body of a webhook request, ' +
          '/body/items/0 its first item. If empty, the whole source.',
        maxLength: 1_024,
        pattern: JSON_POINTER_PATTERN,
        'x-message': 'must be a JSON pointer such as /body, or empty',
      },
      fields: { ...fieldsSchema('The fields to read.'), default: [] },
    },
  },
  hasEffect: false,
  onlyComputes: true,
  produces: { name: 'data', fieldsFromConfig: 'fields' },
  preview: { property: 'source', parsesJson: true, path: 'path' },
  checkConfig: (config) => checkFields(config.fields, '/fields'),
});
