import { defineComponent } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'for-each',
  title: 'For each',
  description: 'Starts a session of another workflow for every item of a list and collects their outputs in order.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['items', 'workflowId', 'componentId', 'itemKey'],
    properties: {
      items: {
        type: 'string',
        title: 'Items',
        description: 'A template that evaluates to a list; a single value is a list of one, nothing an empty list.',
        minLength: 1,
        'x-control': 'template',
        'x-template': 'list',
      },
      workflowId: { type: 'string', title: 'Workflow', format: 'uuid', 'x-reference': { kind: 'workflow' } },
      componentId: {
        type: 'string',
        title: 'Component to start from',
        format: 'uuid',
        'x-reference': { kind: 'component', of: 'workflowId' },
      },
      itemKey: {
        type: 'string',
        title: 'Item placeholder',
        description: "The other workflow's placeholder that receives the item.",
        minLength: 1,
        maxLength: 512,
      },
      concurrency: {
        type: 'integer',
        title: 'Concurrency',
        description: 'Sessions running at the same time.',
        minimum: 1,
        maximum: 100,
        default: 10,
      },
      onItemError: {
        type: 'string',
        title: 'When an item fails',
        description: 'fail: the step fails. continue: the result is {"output"} or {"error"} for each item.',
        enum: ['fail', 'continue'],
        default: 'fail',
      },
    },
  },
  hasEffect: true,
  timeoutSeconds: null,
  produces: { name: 'results', type: 'JSON' },
  startsSessions: { waits: () => true },
});
