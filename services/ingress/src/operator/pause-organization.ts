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
    'Runs and deliveries are accepted and stay QUEUED; what is under way goes on, and TEST runs start. The change ' +
    'stands in the audit log of the organization.',
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
  summary: 'Start what a paused organization kept',
  description: 'In the order of acceptance. An organization that is not paused is answered as it is.',
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
