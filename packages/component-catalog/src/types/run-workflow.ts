import { namedOutput, nextAndErrorPorts } from '../descriptor.ts';
import type { ComponentDescriptor } from '../descriptor.ts';
import { templateSites } from '../template-sites.ts';

export const runWorkflow: ComponentDescriptor = {
  type: 'run-workflow',
  title: 'Run workflow',
  description: 'Starts a session of another workflow and optionally waits for its end.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['workflowId', 'componentId'],
    properties: {
      workflowId: { type: 'string', title: 'Workflow', format: 'uuid' },
      componentId: { type: 'string', title: 'Component to start from', format: 'uuid' },
      placeholderValues: {
        type: 'object',
        title: 'Placeholder values',
        maxProperties: 500,
        default: {},
        'x-control': 'json',
        additionalProperties: { 'x-control': 'template' },
      },
      wait: { type: 'boolean', title: 'Wait for its end', default: true },
    },
  },
  isTrigger: false,
  hasEffect: true,
  defaultTimeoutSeconds: null,
  ports: nextAndErrorPorts,
  outputs: (component) =>
    namedOutput(component, {
      type: 'OBJECT',
      fields: [
        { key: 'sessionId', type: 'TEXT' },
        { key: 'status', type: 'TEXT' },
        { key: 'output', type: 'JSON' },
      ],
    }),
  templates: (config) => templateSites(config.placeholderValues, '/placeholderValues'),
};
