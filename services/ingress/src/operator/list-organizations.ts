import { defineRoute } from '../http/define-route.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, query } from '../http/schema-parts.ts';
import { organizationSchema } from './operated-organization.ts';

export const listOrganizations = defineRoute({
  method: 'GET',
  path: '/v1/operator/organizations',
  summary: 'All organizations',
  security: { kind: 'operator' },
  query: query(pageQuery),
  responses: {
    200: { description: 'Sorted by id.', schema: pageSchema('OperatedOrganizationPage', organizationSchema) },
  },
  async handler({ store }, { query: { limit = DEFAULT_PAGE, ...page } }) {
    return { status: 200, body: await store.operator.listOrganizations({ limit, ...page }) };
  },
});
