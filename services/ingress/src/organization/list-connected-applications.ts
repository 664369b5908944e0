import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, query } from '../http/schema-parts.ts';
import {
  connectedApplicationPath,
  connectedApplicationSchema,
  connectedApplicationSecurity,
  ownApplicationsOf,
} from './connected-application-schemas.ts';

export const listConnectedApplications = defineRoute({
  method: 'GET',
  path: connectedApplicationPath,
  summary: 'List connected applications, newest first',
  description:
    'MCP applications that members let in by OAuth and that have a valid token. Members see their own, admins those ' +
    'of all members.',
  security: connectedApplicationSecurity,
  query: query(pageQuery),
  responses: {
    200: {
      description: 'A page of applications.',
      schema: pageSchema('ConnectedApplicationPage', connectedApplicationSchema),
    },
  },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...page } }, caller) {
    const organization = organizationOf(context, caller);
    const applications = await organization.listConnectedApplications(ownApplicationsOf(caller), { limit, ...page });
    return { status: 200, body: applications };
  },
});
