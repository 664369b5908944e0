import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { DELETED, params } from '../http/schema-parts.ts';
import { EVENT_HOOK, eventHookPath, eventHookSecurity } from './event-hook-schemas.ts';

export const deleteEventHook = defineRoute({
  method: 'DELETE',
  path: `${eventHookPath}/{id}`,
  summary: 'Delete an event hook with its deliveries',
  security: eventHookSecurity,
  params: params('id'),
  responses: { 204: DELETED },
  async handler(context, { params: { id } }, caller) {
    required(await organizationOf(context, caller).deleteEventHook(actorOf(caller), id), EVENT_HOOK, id);
    return { status: 204 };
  },
});
