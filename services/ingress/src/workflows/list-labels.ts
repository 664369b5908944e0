import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { defineObject, object } from '../http/schema-parts.ts';

const workflows = { type: 'integer', description: 'How many workflows have it.' } as const;

export const listLabels = defineRoute({
  method: 'GET',
  path: '/v1/workflow-labels',
  summary: 'List the folders and tags of workflows',
  description: 'Each with the number of its workflows, a folder without its subfolders; at most 1,000 of each.',
  security: { kind: 'caller', scope: 'manage' },
  responses: {
    200: {
      description: 'Folders and tags by name.',
      schema: defineObject('WorkflowLabelCounts', {
        folders: {
          type: 'array',
          items: object({ path: { type: 'string' }, workflows }),
        },
        tags: {
          type: 'array',
          items: object({ tag: { type: 'string' }, workflows }),
        },
      }),
    },
  },
  async handler(context, _request, caller) {
    return { status: 200, body: await organizationOf(context, caller).listWorkflowLabels() };
  },
});
