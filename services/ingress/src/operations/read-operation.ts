import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { params } from '../http/schema-parts.ts';
import { operationResponses } from './operation-schemas.ts';

export const readOperation = defineRoute({
  method: 'GET',
  path: '/v1/operations/{id}',
  summary: 'Read the progress of a bulk operation',
  security: { kind: 'caller', scope: 'run' },
  params: params('id'),
  responses: operationResponses,
  async handler(context, { params: { id } }, caller) {
    const operation = await context.store.operations.find(caller.organizationId, id);
    return { status: 200, body: required(operation, 'Operation', id) };
  },
});
