import { ApiError } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { object, params } from '../http/schema-parts.ts';
import { withOperationTypes } from './apps-in-definitions.ts';
import { etagOf, requireIfMatch } from './etag.ts';
import { draftContent, draftSchema, workflowSchema } from './workflow-schemas.ts';

export const saveDraft = defineRoute({
  method: 'PUT',
  path: '/v1/workflows/{id}',
  summary: 'Replace the draft',
  description:
    'Needs `If-Match` with the ETag of the last read, so that no one overwrites changes that they have not seen.',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  headers: object({ 'If-Match': { type: 'string', example: '"3"' } }),
  body: draftSchema,
  responses: {
    200: { description: 'The workflow as it is now.', schema: workflowSchema },
    412: { description: 'The draft was changed since it was read.' },
    428: { description: '`If-Match` is missing.' },
  },
  async handler(context, { params: { id }, body, message }, caller) {
    const revision = requireIfMatch(message.headers['if-match']);
    const apps = context.store.apps.organization(caller.organizationId);
    const content = await withOperationTypes(apps, draftContent(body));
    const outcome = await organizationOf(context, caller).saveDraft(actorOf(caller), id, revision, content);
    switch (outcome.kind) {
      case 'not-found':
        throw notFound('Workflow', id);
      case 'stale':
        throw new ApiError('REVISION_STALE');
      case 'saved':
        return { status: 200, body: outcome.workflow, headers: { ETag: etagOf(outcome.workflow) } };
    }
  },
});
