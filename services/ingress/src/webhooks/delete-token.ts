import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { DELETED, params } from '../http/schema-parts.ts';
import { tokenPath, tokenSecurity } from './token-route.ts';

export const deleteToken = defineRoute({
  method: 'DELETE',
  path: tokenPath,
  summary: 'Delete the token of a webhook component',
  description: 'Senders that use it are refused from then on, by every replica within a second.',
  security: tokenSecurity,
  params: params('id', 'componentId'),
  responses: { 204: DELETED },
  async handler(context, { params: { id, componentId } }, caller) {
    const deleted = await organizationOf(context, caller).deleteToken(actorOf(caller), id, componentId);
    required(deleted, 'Token of component', componentId);
    return { status: 204 };
  },
});
