import { defineRoute } from '../http/define-route.ts';
import { params } from '../http/schema-parts.ts';
import { OPERATOR, organizationSchema, changeOrganization } from './operated-organization.ts';

export const pauseOrganization = defineRoute({
  method: 'POST',
  path: '/v1/operator/organizations/{id}/pause',
  summary: 'Accept runs of an organization without starting them',
  description:
    'Runs and deliveries are accepted and stay QUEUED. Sessions under way continue, and TEST runs start. The ' +
    "organization's audit log records the change.",
  security: { kind: 'operator' },
  params: params('id'),
  responses: { 200: { description: 'The organization.', schema: organizationSchema } },
  handler: (context, { params: { id } }) =>
    changeOrganization(context, id, (organization) => organization.pause(OPERATOR)),
});
