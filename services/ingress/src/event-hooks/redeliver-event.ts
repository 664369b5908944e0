import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { eventDeliveriesPath, eventDeliverySchema, eventHookSecurity } from './event-hook-schemas.ts';

export const redeliverEvent = defineRoute({
  method: 'POST',
  path: `${eventDeliveriesPath}/{deliveryId}/redeliver`,
  summary: 'Deliver an event again',
  description: 'It keeps its `webhook-id` and is tried for three days from now on.',
  security: eventHookSecurity,
  params: params('id', 'deliveryId'),
  responses: { 202: { description: 'The delivery, which is under way.', schema: eventDeliverySchema } },
  async handler(context, { params: { id, deliveryId } }, caller) {
    const delivery = await organizationOf(context, caller).redeliverEvent(id, deliveryId);
    return { status: 202, body: required(delivery, 'Delivery', deliveryId) };
  },
});
