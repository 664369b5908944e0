import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { securityPath, securitySchema } from './security-schema.ts';

export const putSecurity = defineRoute({
  method: 'PUT',
  path: securityPath,
  summary: "Change the organization's security settings",
  security: { kind: 'caller', scope: 'manage', role: 'admin', keys: false },
  body: securitySchema,
  responses: { 200: { description: 'Set.', schema: securitySchema } },
  async handler(context, { body }, caller) {
    await organizationOf(context, caller).setSecurity(actorOf(caller), body);
    return { status: 200, body };
  },
});
