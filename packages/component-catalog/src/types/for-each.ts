import { namedOutput, nextAndErrorPorts } from '../descriptor.ts';
import type { ComponentDescriptor } from '../descriptor.ts';
import { templateSites } from '../template-sites.ts';

export const forEach: ComponentDescriptor = {
  type: 'for-each',
  title: 'For each',
  description: 'Starts a session of another workflow for every item of a list and gives their outputs in order.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['items', 'workflowId', 'componentId', 'itemKey'],
    properties: {
      items: { type: 'string', title: 'Items', description: 'A template that gives a list.', minLength: 1, 'x-control': 'template' },
      workflowId: { type: 'string', title: 'Workflow', format: 'uuid' },
      componentId: { type: 'string', title: 'Component to start from', format: 'uuid' },
      itemKey: { type: 'string', title: 'Item placeholder', description: "The other workflow's placeholder that takes the item.", minLength: 1, maxLength: 512 },
      concurrency: { type: 'integer', title: 'At once', description: 'Sessions under way at the same time.', minimum: 1, maximum: 100, default: 10 },
    },
  },
  isTrigger: false,
  hasEffect: true,
  defaultTimeoutSeconds: null,
  ports: nextAndErrorPorts,
  outputs: (component) => namedOutput(component, { type: 'JSON' }),
  templates: (config) => templateSites(config.items, '/items'),
};
