import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { keptDraftsSchema } from './workflow-schemas.ts';

export const listKeptDrafts = defineRoute({
  method: 'GET',
  path: '/v1/workflows/{id}/kept-drafts',
  summary: 'List the drafts that were replaced by a version, newest first',
  description:
    'A draft with changes that are not published is stored when a version, or another stored draft, is restored ' +
    'in its place. The newest twenty of a workflow are stored.',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  responses: { 200: { description: 'The stored drafts.', schema: keptDraftsSchema } },
  async handler(context, { params: { id } }, caller) {
    return {
      status: 200,
      body: required(await organizationOf(context, caller).listKeptDrafts(id), 'Workflow', id),
    };
  },
});
