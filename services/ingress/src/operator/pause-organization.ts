import type { OrganizationManagement } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import { defineRoute } from '../http/define-route.ts';
import { params } from '../http/schema-parts.ts';
import { findOrganization, OPERATOR, operatedOrganization, organizationSchema } from './operated-organization.ts';

export const pauseOrganization = defineRoute<{ id: string }>({
  method: 'POST',
  path: '/v1/operator/organizations/{id}/pause',
  operationId: 'pauseOrganization',
  summary: 'Accept runs of an organization without starting them',
  description:
    'Runs and deliveries are accepted and stay QUEUED. Sessions under way continue, and TEST runs start. The ' +
    "organization's audit log records the change.",
  tags: ['Operator'],
  security: { kind: 'operator' },
  params: params('id'),
  responses: { 200: { description: 'The organization.', schema: organizationSchema } },
  handler: (context, { params: { id } }) => change(context, id, (organization) => organization.pause(OPERATOR)),
});

export const resumeOrganization = defineRoute<{ id: string }>({
  method: 'POST',
  path: '/v1/operator/organizations/{id}/resume',
  operationId: 'resumeOrganization',
  summary: 'Resume a paused organization',
  description: 'Its sessions start in the order of acceptance. For an organization that is not paused nothing changes.',
  tags: ['Operator'],
  security: { kind: 'operator' },
  params: params('id'),
  responses: { 200: { description: 'The organization.', schema: organizationSchema } },
  handler: (context, { params: { id } }) => change(context, id, (organization) => organization.resume(OPERATOR)),
});

async function change(context: AppContext, id: string, by: (organization: OrganizationManagement) => Promise<void>) {
  await by(await operatedOrganization(context, id));
  return { status: 200, body: await findOrganization(context, id) };
}
