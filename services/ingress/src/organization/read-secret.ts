import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { secretParams, secretPath, secretSchema, secretSecurity } from './secret-schemas.ts';

export const readSecret = defineRoute({
  method: 'GET',
  path: `${secretPath}/{name}`,
  summary: 'Read who set a secret and when, without its value',
  security: secretSecurity,
  params: secretParams,
  responses: { 200: { description: 'The secret without its value.', schema: secretSchema } },
  async handler(context, { params: { name } }, caller) {
    return { status: 200, body: required(await organizationOf(context, caller).findSecret(name), 'Secret', name) };
  },
});
