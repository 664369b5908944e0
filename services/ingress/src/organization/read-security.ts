import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { securityPath, securitySchema } from './security-schema.ts';

export const readSecurity = defineRoute({
  method: 'GET',
  path: securityPath,
  summary: "Read the organization's security settings",
  security: { kind: 'caller', scope: ['read', 'manage'] },
  responses: { 200: { description: 'The rules.', schema: securitySchema } },
  async handler(context, _request, caller) {
    return { status: 200, body: await organizationOf(context, caller).readSecurity() };
  },
});
