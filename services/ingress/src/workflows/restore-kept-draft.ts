import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { etagOf } from './etag.ts';
import { workflowSchema } from './workflow-schemas.ts';

export const restoreKeptDraft = defineRoute({
  method: 'POST',
  path: '/v1/workflows/{id}/kept-drafts/{draftId}/restore',
  summary: 'Restore a stored draft as the draft',
  description: 'It leaves the list. The draft that it replaces is stored in turn, if it has unpublished changes.',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id', 'draftId'),
  responses: { 200: { description: 'The workflow.', schema: workflowSchema } },
  async handler(context, { params: { id, draftId } }, caller) {
    const workflow = required(
      await organizationOf(context, caller).restoreKeptDraft(actorOf(caller), id, draftId),
      'Stored draft',
      draftId,
    );
    return { status: 200, body: workflow, headers: { ETag: etagOf(workflow) } };
  },
});
