import { defineRoute } from '../http/define-route.ts';
import { params } from '../http/schema-parts.ts';
import { OPERATOR, organizationSchema, changeOrganization } from './operated-organization.ts';

export const resumeOrganization = defineRoute({
  method: 'POST',
  path: '/v1/operator/organizations/{id}/resume',
  summary: 'Resume a paused organization',
  description: 'Its sessions start in the order of acceptance. For an organization that is not paused nothing changes.',
  security: { kind: 'operator' },
  params: params('id'),
  responses: { 200: { description: 'The organization.', schema: organizationSchema } },
  handler: (context, { params: { id } }) =>
    changeOrganization(context, id, (organization) => organization.resume(OPERATOR)),
});
