import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { DELETED, params } from '../http/schema-parts.ts';

export const deleteWorkflow = defineRoute({
  method: 'DELETE',
  path: '/v1/workflows/{id}',
  operationId: 'deleteWorkflow',
  summary: 'Delete a workflow',
  description:
    'Its webhook tokens are deleted and it cannot be started any more. Its sessions remain readable; those under ' +
    'way continue.',
  tags: ['Workflows'],
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  responses: { 204: DELETED },
  async handler(context, { params: { id } }, caller) {
    required(await organizationOf(context, caller).deleteWorkflow(actorOf(caller), id), 'Workflow', id);
    return { status: 204 };
  },
});
