import type { OrganizationManagement, OrganizationSummary } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import { required } from '../errors/required.ts';
import { defineObject, time, uuid } from '../http/schema-parts.ts';
import { quotasSchema } from './quotas-schema.ts';

/** The name of a caller with the operator's key in the audit log. */
export const OPERATOR = { type: 'system', id: null, name: 'operator' } as const;

export const organizationSchema = defineObject('OperatedOrganization', {
  id: uuid,
  name: { type: 'string' },
  createdAt: time,
  paused: { type: 'boolean', description: 'Its runs are accepted and not started.' },
  quotas: quotasSchema,
});

/** @throws ApiError RESOURCE_NOT_FOUND */
async function findOrganization({ store }: AppContext, id: string): Promise<OrganizationSummary> {
  return required(await store.operator.findOrganization(id), 'Organization', id);
}

/**
 * Opens the operations by which an operator changes an organization.
 * @throws ApiError RESOURCE_NOT_FOUND
 */
export async function operatedOrganization(context: AppContext, id: string): Promise<OrganizationManagement> {
  await findOrganization(context, id);
  return context.store.management.organization(id);
}

/** Changes an organization, and answers with its new state. @throws ApiError RESOURCE_NOT_FOUND */
export async function changeOrganization(
  context: AppContext,
  id: string,
  change: (organization: OrganizationManagement) => Promise<void>,
) {
  await change(await operatedOrganization(context, id));
  return { status: 200, body: await findOrganization(context, id) };
}
