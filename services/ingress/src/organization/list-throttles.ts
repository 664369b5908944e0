import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, query } from '../http/schema-parts.ts';
import { throttleHost, throttlePath, throttleSchema, throttleSecurity } from './throttle-schemas.ts';

export const listThrottles = defineRoute({
  method: 'GET',
  path: throttlePath,
  summary: 'List throttles by host',
  security: throttleSecurity,
  query: query({ limit: pageQuery.limit, cursor: throttleHost }),
  responses: { 200: { description: 'A page of throttles.', schema: pageSchema('ThrottlePage', throttleSchema) } },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...page } }, caller) {
    return { status: 200, body: await organizationOf(context, caller).listThrottles({ limit, ...page }) };
  },
});
