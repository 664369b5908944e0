import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { answerChangedWorkflow } from './answer-changed-workflow.ts';
import { workflowSchema } from './workflow-schemas.ts';

export const pauseWorkflow = defineRoute({
  method: 'POST',
  path: '/v1/workflows/{id}/pause',
  summary: 'Accept runs of a workflow without starting them',
  description: 'Runs and deliveries are accepted and stay QUEUED; sessions under way continue.',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  responses: { 200: { description: 'The workflow.', schema: workflowSchema } },
  async handler(context, { params: { id } }, caller) {
    return answerChangedWorkflow(await organizationOf(context, caller).pauseWorkflow(actorOf(caller), id), id);
  },
});
