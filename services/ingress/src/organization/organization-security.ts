import type { OrganizationSecurity } from '@workflow/session-store';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';

const path = '/v1/organization/security';

const securitySchema = defineSchema('OrganizationSecurity', {
  type: 'object',
  additionalProperties: false,
  required: ['requireSecondFactor'],
  properties: {
    requireSecondFactor: {
      type: 'boolean',
      description: 'Members without a second factor must set one up before anything else. API keys are not affected.',
    },
  },
});

export const readSecurity = defineRoute({
  method: 'GET',
  path,
  operationId: 'readOrganizationSecurity',
  summary: "Read the organization's security settings",
  tags: ['Organization'],
  security: { kind: 'caller', scope: ['read', 'manage'] },
  responses: { 200: { description: 'The rules.', schema: securitySchema } },
  async handler(context, _request, caller) {
    return { status: 200, body: await organizationOf(context, caller).readSecurity() };
  },
});

export const putSecurity = defineRoute<unknown, unknown, OrganizationSecurity>({
  method: 'PUT',
  path,
  operationId: 'putOrganizationSecurity',
  summary: "Change the organization's security settings",
  tags: ['Organization'],
  security: { kind: 'caller', scope: 'manage', role: 'admin', keys: false },
  body: securitySchema,
  responses: { 200: { description: 'Set.', schema: securitySchema } },
  async handler(context, { body }, caller) {
    await organizationOf(context, caller).setSecurity(actorOf(caller), body);
    return { status: 200, body };
  },
});
