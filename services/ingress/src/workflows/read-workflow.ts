import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { etagOfAll } from './etag.ts';
import { workflowSchema } from './workflow-schemas.ts';

export const readWorkflow = defineRoute({
  method: 'GET',
  path: '/v1/workflows/{id}',
  summary: 'Read a workflow with its draft',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  responses: {
    200: {
      description: 'The workflow.',
      schema: workflowSchema,
      headers: { ETag: { description: 'For `If-Match` and `If-None-Match`.', schema: { type: 'string' } } },
    },
  },
  async handler(context, { params: { id } }, caller) {
    const workflow = required(await organizationOf(context, caller).readWorkflow(id), 'Workflow', id);
    return { status: 200, body: workflow, headers: { ETag: etagOfAll(workflow) } };
  },
});
