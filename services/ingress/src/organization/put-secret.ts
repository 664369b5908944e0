import { defineRoute } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { secretParams, secretPath, secretSchema, secretSecurity } from './secret-schemas.ts';
import { defineStrictObject } from '../http/schema-parts.ts';

const MAX_VALUE_LENGTH = 65_536;

export const putSecret = defineRoute({
  method: 'PUT',
  path: `${secretPath}/{name}`,
  summary: 'Create or replace a secret',
  description: "The value is encrypted at rest and never answered. Templates use it as `{{ $secret('name') }}`.",
  security: secretSecurity,
  params: secretParams,
  paramsAreChosen: true,
  body: defineStrictObject('SecretValue', { value: { type: 'string', minLength: 1, maxLength: MAX_VALUE_LENGTH } }),
  responses: {
    200: { description: 'Replaced.', schema: secretSchema },
    201: { description: 'Created.', schema: secretSchema },
  },
  async handler(context, { params: { name }, body: { value } }, caller) {
    const { secret, created } = await organizationOf(context, caller).putSecret(actorOf(caller), name, value);
    return { status: created ? 201 : 200, body: secret };
  },
});
