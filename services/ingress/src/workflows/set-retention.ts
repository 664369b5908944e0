import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { defineStrictObject, params } from '../http/schema-parts.ts';
import { answerChangedWorkflow } from './answer-changed-workflow.ts';
import { workflowSchema } from './workflow-schemas.ts';

/** A hundred years. */
const MAX_DAYS = 36_500;

export const setRetention = defineRoute({
  method: 'PUT',
  path: '/v1/workflows/{id}/retention',
  summary: 'Set how long the sessions of a workflow are stored',
  description:
    'Ended sessions are deleted after this many days, unless the organization deletes its sessions earlier ' +
    '(`retentionDays` of `GET /v1/organization/limits`).',
  security: { kind: 'caller', scope: 'manage', role: 'admin' },
  params: params('id'),
  body: defineStrictObject('WorkflowRetention', {
    days: { type: 'integer', nullable: true, minimum: 1, maximum: MAX_DAYS },
  }),
  bodyExample: { days: 7 },
  responses: { 200: { description: 'The workflow.', schema: workflowSchema } },
  async handler(context, { params: { id }, body: { days } }, caller) {
    const changed = await organizationOf(context, caller).setWorkflowRetention(actorOf(caller), id, days);
    return answerChangedWorkflow(changed, id);
  },
});
