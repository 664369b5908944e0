import { ApiError } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { DELETED, params } from '../http/schema-parts.ts';
import { readIfMatch } from './etag.ts';

export const deleteWorkflow = defineRoute({
  method: 'DELETE',
  path: '/v1/workflows/{id}',
  summary: 'Delete a workflow',
  description:
    'Its webhook tokens are deleted and it cannot be started any more. Its sessions remain readable; those under ' +
    'way continue. With `If-Match`, only while the draft is still the one that was read.',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  headers: { type: 'object', properties: { 'If-Match': { type: 'string', example: '"3"' } } },
  responses: { 204: DELETED, 412: { description: 'The draft was changed since it was read.' } },
  async handler(context, { params: { id }, message }, caller) {
    const revision = readIfMatch(message.headers['if-match']) ?? null;
    const outcome = await organizationOf(context, caller).deleteWorkflow(actorOf(caller), id, revision);
    if (outcome === 'not-found') throw notFound('Workflow', id);
    if (outcome === 'stale') throw new ApiError('REVISION_STALE');
    return { status: 204 };
  },
});
