import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { keptDraftWithDefinitionSchema } from './workflow-schemas.ts';

export const readKeptDraft = defineRoute({
  method: 'GET',
  path: '/v1/workflows/{id}/kept-drafts/{draftId}',
  summary: 'Read a stored draft with its definition',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id', 'draftId'),
  responses: { 200: { description: 'The stored draft.', schema: keptDraftWithDefinitionSchema } },
  async handler(context, { params: { id, draftId } }, caller) {
    const draft = await organizationOf(context, caller).readKeptDraft(id, draftId);
    return { status: 200, body: required(draft, 'Stored draft', draftId) };
  },
});
