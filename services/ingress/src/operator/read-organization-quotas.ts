import { defineRoute } from '../http/define-route.ts';
import { params } from '../http/schema-parts.ts';
import { operatedOrganization } from './operated-organization.ts';
import { quotasPath, quotasSchema } from './quotas-schema.ts';

export const readOrganizationQuotas = defineRoute({
  method: 'GET',
  path: quotasPath,
  summary: 'Read the quotas of an organization',
  security: { kind: 'operator' },
  params: params('id'),
  responses: { 200: { description: 'Its quotas.', schema: quotasSchema } },
  async handler(context, { params: { id } }) {
    return { status: 200, body: await (await operatedOrganization(context, id)).readQuotas() };
  },
});
