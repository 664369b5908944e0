import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { withOperationTypes } from './apps-in-definitions.ts';
import { etagOf } from './etag.ts';
import { draftContent, newWorkflowSchema, workflowSchema } from './workflow-schemas.ts';

export const createWorkflow = defineRoute({
  method: 'POST',
  path: '/v1/workflows',
  summary: 'Create a workflow',
  description:
    'Creates a draft, which may have problems. To copy or import a workflow, send the answer of `GET ' +
    '/v1/workflows/{id}` unchanged.',
  security: { kind: 'caller', scope: 'manage' },
  body: newWorkflowSchema,
  bodyExample: { name: 'Orders', components: [], connections: [] },
  responses: { 201: { description: 'The workflow.', schema: workflowSchema } },
  async handler(context, { body }, caller) {
    const apps = context.store.apps.organization(caller.organizationId);
    const content = await withOperationTypes(apps, draftContent(body));
    const workflow = await organizationOf(context, caller).createWorkflow(actorOf(caller), content);
    return {
      status: 201,
      body: workflow,
      headers: { ETag: etagOf(workflow), Location: `/v1/workflows/${workflow.id}` },
    };
  },
});
