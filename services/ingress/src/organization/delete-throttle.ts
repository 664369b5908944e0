import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { DELETED } from '../http/schema-parts.ts';
import { throttleOfHost } from './throttle-schemas.ts';

export const deleteThrottle = defineRoute({
  ...throttleOfHost,
  method: 'DELETE',
  summary: 'Delete the throttle of a host',
  responses: { 204: DELETED },
  async handler(context, { params: { host } }, caller) {
    const deleted = await organizationOf(context, caller).deleteThrottle(actorOf(caller), host.toLowerCase());
    required(deleted, 'Throttle', host);
    return { status: 204 };
  },
});
