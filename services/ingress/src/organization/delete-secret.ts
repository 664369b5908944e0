import { required } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { DELETED } from '../http/schema-parts.ts';
import { secretParams, secretPath, secretSecurity } from './secret-schemas.ts';

export const deleteSecret = defineRoute({
  method: 'DELETE',
  path: `${secretPath}/{name}`,
  summary: 'Delete a secret',
  description: 'Steps and webhooks that name it fail from then on.',
  security: secretSecurity,
  params: secretParams,
  responses: { 204: DELETED },
  async handler(context, { params: { name } }, caller) {
    required(await organizationOf(context, caller).deleteSecret(actorOf(caller), name), 'Secret', name);
    return { status: 204 };
  },
});
