import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { DELETED, params } from '../http/schema-parts.ts';
import { apiKeyPath, apiKeySecurity } from './api-key-schemas.ts';

export const deleteApiKey = defineRoute({
  method: 'DELETE',
  path: `${apiKeyPath}/{keyId}`,
  summary: 'Delete an API key',
  description: 'Callers that use it are refused from then on, by every replica within a second.',
  security: apiKeySecurity,
  params: params('keyId'),
  responses: { 204: DELETED },
  async handler(context, { params: { keyId } }, caller) {
    required(await organizationOf(context, caller).deleteApiKey(actorOf(caller), keyId), 'API key', keyId);
    return { status: 204 };
  },
});
