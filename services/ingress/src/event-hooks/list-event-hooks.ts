import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, query } from '../http/schema-parts.ts';
import { eventHookPath, eventHookSchema, eventHookSecurity } from './event-hook-schemas.ts';

export const listEventHooks = defineRoute({
  method: 'GET',
  path: eventHookPath,
  summary: 'List event hooks, newest first',
  security: eventHookSecurity,
  query: query(pageQuery),
  responses: {
    200: {
      description: 'A page of hooks, without their secrets.',
      schema: pageSchema('EventHookPage', eventHookSchema),
    },
  },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...page } }, caller) {
    return { status: 200, body: await organizationOf(context, caller).listEventHooks({ limit, ...page }) };
  },
});
