import { workflowsOf } from '../http/caller.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, query } from '../http/schema-parts.ts';
import { MAX_FOLDER_LENGTH, MAX_LABEL_LENGTH, MAX_TAGS } from './set-labels.ts';
import { WORKFLOW_STATES, workflowPageSchema } from './workflow-schemas.ts';

export const listWorkflows = defineRoute({
  method: 'GET',
  path: '/v1/workflows',
  summary: 'List workflows, newest first',
  security: { kind: 'caller', scope: 'manage', forBoundKeys: true },
  query: query({
    ...pageQuery,
    search: { type: 'string', maxLength: 200, description: 'A part of the name or description, or an id.' },
    state: { type: 'string', enum: [...WORKFLOW_STATES] },
    tag: {
      type: 'array',
      maxItems: MAX_TAGS,
      items: { type: 'string', maxLength: MAX_LABEL_LENGTH },
      description: 'May be repeated: all of these.',
    },
    folder: {
      type: 'string',
      maxLength: MAX_FOLDER_LENGTH,
      description: 'Only workflows in this folder; empty: in no folder.',
    },
    subfolders: { type: 'boolean', default: false, description: 'With `folder`: those in folders below it, too.' },
  }),
  responses: { 200: { description: 'A page of workflows.', schema: workflowPageSchema } },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...filter } }, caller) {
    const ids = workflowsOf(caller);
    const page = { limit, ...filter, ...(ids !== null && { ids }) };
    return { status: 200, body: await organizationOf(context, caller).listWorkflows(page) };
  },
});
