import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, params, query } from '../http/schema-parts.ts';
import { MAX_DIGITS } from './version-params.ts';
import { versionPageSchema } from './workflow-schemas.ts';

export const listVersions = defineRoute({
  method: 'GET',
  path: '/v1/workflows/{id}/versions',
  summary: 'List the versions of a workflow, newest first',
  security: { kind: 'caller', scope: 'manage' },
  params: params('id'),
  query: query({
    limit: pageQuery.limit,
    cursor: { type: 'string', pattern: `^\\d{1,${MAX_DIGITS}}$`, 'x-message': 'must be a nextCursor' },
  }),
  responses: { 200: { description: 'A page of versions.', schema: versionPageSchema } },
  async handler(context, { params: { id }, query: { limit = DEFAULT_PAGE, cursor } }, caller) {
    const page = { limit, ...(cursor !== undefined && { cursor: Number(cursor) }) };
    return {
      status: 200,
      body: required(await organizationOf(context, caller).listVersions(id, page), 'Workflow', id),
    };
  },
});
