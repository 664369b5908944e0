import { defineRoute, defineSchema } from '../http/define-route.ts';
import { WORKFLOW_TEMPLATES } from './template-definitions.ts';
import { definitionSchema } from './workflow-schemas.ts';

const templateSchema = defineSchema('WorkflowTemplate', {
  type: 'object',
  required: ['key', 'name', 'description', 'definition'],
  properties: {
    key: { type: 'string' },
    name: { type: 'string' },
    description: { type: 'string' },
    definition: definitionSchema,
  },
});

export const listWorkflowTemplates = defineRoute({
  method: 'GET',
  path: '/v1/workflow-templates',
  operationId: 'listWorkflowTemplates',
  summary: 'Definitions to start a new workflow from',
  description: 'Component ids are new in every answer, so that a template can be used more than once.',
  tags: ['Workflows'],
  security: { kind: 'caller', scope: ['read', 'manage'] },
  responses: {
    200: {
      description: 'The templates.',
      schema: {
        type: 'object',
        required: ['items', 'nextCursor'],
        properties: { items: { type: 'array', items: templateSchema }, nextCursor: { type: 'string', nullable: true } },
      },
    },
  },
  handler: () =>
    Promise.resolve({ status: 200, body: { items: WORKFLOW_TEMPLATES.map((make) => make()), nextCursor: null } }),
});
