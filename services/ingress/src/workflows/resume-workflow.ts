import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { answerChangedWorkflow } from './answer-changed-workflow.ts';
import { workflowSchema } from './workflow-schemas.ts';

export const resumeWorkflow = defineRoute({
  method: 'POST',
  path: '/v1/workflows/{id}/resume',
  summary: 'Resume a paused workflow',
  description: 'Its sessions start in the order of acceptance. For a workflow that is not paused nothing changes.',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  responses: { 200: { description: 'The workflow.', schema: workflowSchema } },
  async handler(context, { params: { id } }, caller) {
    return answerChangedWorkflow(await organizationOf(context, caller).resumeWorkflow(actorOf(caller), id), id);
  },
});
