import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, query } from '../http/schema-parts.ts';
import { apiKeyPath, apiKeySchema, apiKeySecurity } from './api-key-schemas.ts';

export const listApiKeys = defineRoute({
  method: 'GET',
  path: apiKeyPath,
  summary: 'List API keys, newest first',
  security: apiKeySecurity,
  query: query(pageQuery),
  responses: {
    200: {
      description: 'A page of keys, without the keys themselves.',
      schema: pageSchema('ApiKeyPage', apiKeySchema),
    },
  },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...page } }, caller) {
    return { status: 200, body: await organizationOf(context, caller).listApiKeys({ limit, ...page }) };
  },
});
