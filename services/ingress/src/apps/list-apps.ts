import { defineRoute } from '../http/define-route.ts';
import { appsOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, query } from '../http/schema-parts.ts';
import { appSchema, appsPath, readAppSecurity } from './app-schemas.ts';

export const listApps = defineRoute({
  method: 'GET',
  path: appsPath,
  summary: 'List apps, newest first',
  security: readAppSecurity,
  query: query(pageQuery),
  responses: { 200: { description: 'A page of apps.', schema: pageSchema('AppPage', appSchema) } },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...page } }, caller) {
    return { status: 200, body: await appsOf(context, caller).list({ limit, ...page }) };
  },
});
