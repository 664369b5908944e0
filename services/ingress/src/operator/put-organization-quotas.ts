import { defineRoute } from '../http/define-route.ts';
import { params } from '../http/schema-parts.ts';
import { OPERATOR, operatedOrganization } from './operated-organization.ts';
import { quotasChangeSchema, quotasPath, quotasSchema } from './quotas-schema.ts';

export const putOrganizationQuotas = defineRoute({
  method: 'PUT',
  path: quotasPath,
  summary: 'Set what an organization may use',
  description: "Every replica applies it within a second. The organization's audit log records the change.",
  security: { kind: 'operator' },
  params: params('id'),
  body: quotasChangeSchema,
  bodyExample: { runsPerMinute: 600, runBurst: 50 },
  responses: { 200: { description: 'Its quotas now.', schema: quotasSchema } },
  async handler(context, { params: { id }, body }) {
    return { status: 200, body: await (await operatedOrganization(context, id)).putQuotas(OPERATOR, body) };
  },
});
