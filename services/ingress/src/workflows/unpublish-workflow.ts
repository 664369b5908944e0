import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { answerChangedWorkflow } from './answer-changed-workflow.ts';
import { workflowSchema } from './workflow-schemas.ts';

export const unpublishWorkflow = defineRoute({
  method: 'POST',
  path: '/v1/workflows/{id}/unpublish',
  summary: 'Stop PROD runs and webhooks of a workflow',
  description: 'Versions and sessions stay; sessions under way continue.',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  responses: { 200: { description: 'The workflow.', schema: workflowSchema } },
  async handler(context, { params: { id } }, caller) {
    return answerChangedWorkflow(await organizationOf(context, caller).unpublishWorkflow(actorOf(caller), id), id);
  },
});
