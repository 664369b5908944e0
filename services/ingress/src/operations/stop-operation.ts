import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { params } from '../http/schema-parts.ts';
import { operationResponses } from './operation-schemas.ts';

export const stopOperation = defineRoute({
  method: 'POST',
  path: '/v1/operations/{id}/stop',
  summary: 'Stop a bulk operation',
  description:
    'When this answers, `done` is the number of sessions that were changed. An operation that has ended is not ' +
    'affected.',
  security: { kind: 'caller', scope: 'run' },
  params: params('id'),
  responses: operationResponses,
  async handler(context, { params: { id } }, caller) {
    const operation = await context.store.operations.stop(caller.organizationId, id);
    return { status: 200, body: required(operation, 'Operation', id) };
  },
});
