import { defineComponent } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'for-each',
  title: 'For each',
  description: 'Runs another workflow for each item of a list and collects the outputs in order.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['items', 'workflowId', 'componentId', 'itemKey'],
    properties: {
      items: {
        type: 'string',
        title: 'Items',
        description: 'A list. A single value counts as a list of one.',
        minLength: 1,
        'x-control': 'template',
        'x-template': 'list',
      },
      workflowId: { type: 'string', title: 'Workflow', format: 'uuid', 'x-reference': { kind: 'workflow' } },
      componentId: {
        type: 'string',
        title: 'Start at',
        format: 'uuid',
        'x-reference': { kind: 'component', of: 'workflowId' },
      },
      itemKey: {
        type: 'string',
        title: 'Item placeholder',
        description:
          'The placeholder of the other workflow that receives the item, or * to pass each field of the item as the ' +
          'placeholder of its name.',
        'x-placeholders': { as: 'key', workflow: 'workflowId', component: 'componentId' },
        minLength: 1,
        maxLength: 512,
      },
      placeholderValues: {
        type: 'object',
        title: 'Shared values',
        description: 'Placeholder values that are the same for every item. They replace fields of the item.',
        maxProperties: 500,
        default: {},
        'x-control': 'json',
        'x-template': 'optional',
        'x-placeholders': { as: 'values', workflow: 'workflowId', component: 'componentId' },
        additionalProperties: { 'x-control': 'template' },
      },
      concurrency: {
        type: 'integer',
        title: 'Concurrency',
        description: 'How many sessions run at the same time.',
        minimum: 1,
        maximum: 100,
        default: 10,
      },
      onItemError: {
        type: 'string',
        title: 'When an item fails',
        description: 'With Continue, each result is { "output": … } or { "error": … }.',
        enum: ['fail', 'continue'],
        default: 'fail',
        'x-labels': { fail: 'Stop and fail', continue: 'Continue and collect errors' },
      },
    },
  },
  hasEffect: true,
  timeoutSeconds: null,
  produces: { name: 'results', type: 'JSON' },
  startsSessions: { waits: () => true },
});
