import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { DEFAULT_PAGE, pageQuery, pageSchema, params, query, type PageQuery } from '../http/schema-parts.ts';
import { EVENT_HOOK, eventDeliverySchema, eventHookPath, eventHookSecurity } from './event-hook-schemas.ts';

const path = `${eventHookPath}/{id}/deliveries`;

export const listEventDeliveries = defineRoute<{ id: string }, PageQuery>({
  method: 'GET',
  path,
  operationId: 'listEventDeliveries',
  summary: 'List deliveries of an event hook, newest first',
  description: 'Completed deliveries are kept for 30 days.',
  tags: ['Organization'],
  security: eventHookSecurity,
  params: params('id'),
  query: query(pageQuery),
  responses: {
    200: { description: 'A page of deliveries.', schema: pageSchema('EventDeliveryPage', eventDeliverySchema) },
  },
  async handler(context, { params: { id }, query: { limit = DEFAULT_PAGE, cursor } }, caller) {
    const page = { limit, ...(cursor !== undefined && { cursor }) };
    return {
      status: 200,
      body: required(await organizationOf(context, caller).listEventDeliveries(id, page), EVENT_HOOK, id),
    };
  },
});

export const redeliverEvent = defineRoute<{ id: string; deliveryId: string }>({
  method: 'POST',
  path: `${path}/{deliveryId}/redeliver`,
  operationId: 'redeliverEvent',
  summary: 'Deliver an event again',
  description: 'It keeps its `webhook-id` and is tried for three days from now on.',
  tags: ['Organization'],
  security: eventHookSecurity,
  params: params('id', 'deliveryId'),
  responses: { 202: { description: 'The delivery, which is under way.', schema: eventDeliverySchema } },
  async handler(context, { params: { id, deliveryId } }, caller) {
    const delivery = await organizationOf(context, caller).redeliverEvent(id, deliveryId);
    return { status: 202, body: required(delivery, 'Delivery', deliveryId) };
  },
});
