import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { usesSchema } from '../http/schema-parts.ts';
import { secretParams, secretPath, secretSecurity } from './secret-schemas.ts';

export const readSecretUses = defineRoute({
  method: 'GET',
  path: `${secretPath}/{name}/used-by`,
  summary: 'List the workflows that name a secret',
  security: secretSecurity,
  params: secretParams,
  responses: { 200: { description: 'The workflows.', schema: usesSchema } },
  async handler(context, { params: { name } }, caller) {
    const items = required(await organizationOf(context, caller).findSecretUses(name), 'Secret', name);
    return { status: 200, body: { items } };
  },
});
