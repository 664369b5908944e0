import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { DELETED, params } from '../http/schema-parts.ts';
import { listenerPath } from './listener-route.ts';
import { tokenSecurity } from './token-route.ts';

export const stopListening = defineRoute({
  method: 'DELETE',
  path: listenerPath,
  summary: 'Stop listening for a delivery',
  description: 'Forgets what was caught, too.',
  security: tokenSecurity,
  params: params('id', 'componentId'),
  responses: { 204: DELETED },
  async handler(context, { params: { id, componentId } }, caller) {
    const stopped = await organizationOf(context, caller).stopListening(id, componentId);
    required(stopped, 'Listener of component', componentId);
    return { status: 204 };
  },
});
