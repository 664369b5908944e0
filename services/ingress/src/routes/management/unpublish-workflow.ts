import { defineRoute } from '../../http/define-route.ts';
import { params } from './schema-parts.ts';
import { etagOf } from './etag.ts';
import { actorOf, organizationOf, required } from './organization-of.ts';
import { workflowSchema } from './workflow-schemas.ts';

export const unpublishWorkflow = defineRoute<{ id: string }>({
  method: 'POST',
  path: '/v1/workflows/{id}/unpublish',
  operationId: 'unpublishWorkflow',
  summary: 'Stop PROD runs and webhooks of a workflow',
  description: 'Versions and sessions stay; sessions under way run on.',
  tags: ['Workflows'],
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  responses: { 200: { description: 'The workflow.', schema: workflowSchema } },
  async handler(context, { params: { id } }, caller) {
    const workflow = required(await organizationOf(context, caller).unpublishWorkflow(actorOf(caller), id), 'Workflow', id);
    return { status: 200, body: workflow, headers: { ETag: etagOf(workflow) } };
  },
});
