import type { WorkflowState } from '@workflow/session-store';
import { checkStorable } from '../http/check-storable.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, query, type PageQuery } from '../http/schema-parts.ts';
import { WORKFLOW_STATES, workflowPageSchema } from './workflow-schemas.ts';

export const listWorkflows = defineRoute<unknown, PageQuery & { search?: string; state?: WorkflowState }>({
  method: 'GET',
  path: '/v1/workflows',
  operationId: 'listWorkflows',
  summary: 'List workflows, newest first',
  tags: ['Workflows'],
  security: { kind: 'caller', scope: 'manage' },
  query: query({
    ...pageQuery,
    search: { type: 'string', maxLength: 200, description: 'A part of the name or description, or an id.' },
    state: { type: 'string', enum: [...WORKFLOW_STATES] },
  }),
  responses: { 200: { description: 'A page of workflows.', schema: workflowPageSchema } },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...filter } }, caller) {
    checkStorable(filter);
    return { status: 200, body: await organizationOf(context, caller).listWorkflows({ limit, ...filter }) };
  },
});
