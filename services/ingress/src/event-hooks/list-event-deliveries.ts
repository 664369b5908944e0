import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, params, query } from '../http/schema-parts.ts';
import { EVENT_HOOK, eventDeliveriesPath, eventDeliverySchema, eventHookSecurity } from './event-hook-schemas.ts';

export const listEventDeliveries = defineRoute({
  method: 'GET',
  path: eventDeliveriesPath,
  summary: 'List deliveries of an event hook, newest first',
  description: 'Completed deliveries are stored for 30 days.',
  security: eventHookSecurity,
  params: params('id'),
  query: query(pageQuery),
  responses: {
    200: { description: 'A page of deliveries.', schema: pageSchema('EventDeliveryPage', eventDeliverySchema) },
  },
  async handler(context, { params: { id }, query: { limit = DEFAULT_PAGE, ...page } }, caller) {
    const deliveries = await organizationOf(context, caller).listEventDeliveries(id, { limit, ...page });
    return { status: 200, body: required(deliveries, EVENT_HOOK, id) };
  },
});
