import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { params } from '../http/schema-parts.ts';
import { EVENT_HOOK, eventDeliverySchema, eventHookPath, eventHookSecurity } from './event-hook-schemas.ts';

export const testEventHook = defineRoute({
  method: 'POST',
  path: `${eventHookPath}/{id}/test`,
  summary: 'Send an event hook a test event',
  description: 'Signed and tried like any other event, with the type `test`.',
  security: eventHookSecurity,
  params: params('id'),
  responses: { 202: { description: 'The delivery, which is under way.', schema: eventDeliverySchema } },
  async handler(context, { params: { id } }, caller) {
    const delivery = await organizationOf(context, caller).testEventHook(id);
    return { status: 202, body: required(delivery, EVENT_HOOK, id) };
  },
});
