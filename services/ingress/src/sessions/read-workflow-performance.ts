import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { DEFAULT_MINUTES, params } from '../http/schema-parts.ts';
import { performanceRoute } from './performance-route.ts';

export const readWorkflowPerformance = defineRoute({
  ...performanceRoute,
  path: '/v1/workflows/{id}/performance',
  summary: 'How fast sessions of a workflow start and run, and why they fail',
  tag: 'Workflows',
  params: params('id'),
  async handler(context, { params: { id }, query: { minutes = DEFAULT_MINUTES, mode = 'PROD' } }, caller) {
    required(await organizationOf(context, caller).readWorkflow(id), 'Workflow', id);
    const { organizationId } = caller;
    return { status: 200, body: await context.performance.read({ organizationId, minutes, mode, workflowId: id }) };
  },
});
