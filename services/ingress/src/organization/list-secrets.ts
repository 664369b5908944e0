import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, query } from '../http/schema-parts.ts';
import { secretName, secretPath, secretSchema, secretSecurity } from './secret-schemas.ts';

export const listSecrets = defineRoute({
  method: 'GET',
  path: secretPath,
  summary: 'List secrets by name, without their values',
  security: secretSecurity,
  query: query({ limit: pageQuery.limit, cursor: secretName }),
  responses: { 200: { description: 'A page of names.', schema: pageSchema('SecretPage', secretSchema) } },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...page } }, caller) {
    return { status: 200, body: await organizationOf(context, caller).listSecrets({ limit, ...page }) };
  },
});
