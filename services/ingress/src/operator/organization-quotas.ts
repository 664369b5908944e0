import type { OrganizationQuotas } from '@workflow/session-store';
import { defineRoute } from '../http/define-route.ts';
import { params } from '../http/schema-parts.ts';
import { OPERATOR, operatedOrganization } from './operated-organization.ts';
import { quotasChangeSchema, quotasSchema } from './quotas-schema.ts';

const path = '/v1/operator/organizations/{id}/quotas';

export const readOrganizationQuotas = defineRoute<{ id: string }>({
  method: 'GET',
  path,
  operationId: 'readOrganizationQuotas',
  summary: 'What an organization may use',
  tags: ['Operator'],
  security: { kind: 'operator' },
  params: params('id'),
  responses: { 200: { description: 'Its quotas.', schema: quotasSchema } },
  async handler(context, { params: { id } }) {
    return { status: 200, body: await (await operatedOrganization(context, id)).readQuotas() };
  },
});

export const putOrganizationQuotas = defineRoute<{ id: string }, unknown, Partial<OrganizationQuotas>>({
  method: 'PUT',
  path,
  operationId: 'putOrganizationQuotas',
  summary: 'Set what an organization may use',
  description: "Every replica applies it within a second. The organization's audit log records the change.",
  tags: ['Operator'],
  security: { kind: 'operator' },
  params: params('id'),
  body: quotasChangeSchema,
  bodyExample: { runsPerMinute: 600, runBurst: 50 },
  responses: { 200: { description: 'Its quotas now.', schema: quotasSchema } },
  async handler(context, { params: { id }, body }) {
    return { status: 200, body: await (await operatedOrganization(context, id)).putQuotas(OPERATOR, body) };
  },
});
