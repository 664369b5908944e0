import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { params, usesSchema } from '../http/schema-parts.ts';

export const readWorkflowUses = defineRoute({
  method: 'GET',
  path: '/v1/workflows/{id}/used-by',
  summary: 'List the workflows that start this one',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  responses: { 200: { description: 'The workflows.', schema: usesSchema } },
  async handler(context, { params: { id } }, caller) {
    const items = required(await organizationOf(context, caller).findWorkflowUses(id), 'Workflow', id);
    return { status: 200, body: { items } };
  },
});
