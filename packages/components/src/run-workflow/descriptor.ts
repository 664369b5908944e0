import { defineComponent } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'run-workflow',
  title: 'Run workflow',
  description: 'Runs another workflow and, if you want, waits for its result.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['workflowId', 'componentId'],
    properties: {
      workflowId: { type: 'string', title: 'Workflow', format: 'uuid', 'x-reference': { kind: 'workflow' } },
      componentId: {
        type: 'string',
        title: 'Start at',
        format: 'uuid',
        'x-reference': { kind: 'component', of: 'workflowId' },
      },
      placeholderValues: {
        type: 'object',
        title: 'Placeholder values',
        maxProperties: 500,
        default: {},
        'x-control': 'json',
        // A missing value becomes an empty list where the other workflow declares a LIST, and is refused elsewhere.
        'x-template': 'optional',
        'x-placeholders': { as: 'values', workflow: 'workflowId', component: 'componentId' },
        additionalProperties: { 'x-control': 'template' },
      },
      wait: { type: 'boolean', title: 'Wait for the result', default: true },
    },
  },
  hasEffect: true,
  timeoutSeconds: null,
  produces: {
    name: 'run',
    type: 'OBJECT',
    fields: [
      { key: 'sessionId', type: 'TEXT' },
      { key: 'status', type: 'TEXT' },
      { key: 'output', type: 'JSON' },
    ],
  },
  pinning: 'partial',
  startsSessions: { waits: ({ wait }) => wait !== false },
});
