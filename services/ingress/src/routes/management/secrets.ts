import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { checkStorable } from './check-storable.ts';
import { DEFAULT_PAGE, DELETED, pageQuery, pageSchema, personSchema, query, time } from './schema-parts.ts';
import { actorOf, organizationOf, required } from './organization-of.ts';

const MAX_VALUE_LENGTH = 65_536;
const path = '/v1/organization/secrets';
const security = { kind: 'caller', scope: 'manage', role: 'admin' } as const;

/** Starts with a letter or underscore, so that `$secret('…')` needs no quoting rules. */
const secretName = {
  type: 'string',
  maxLength: 128,
  pattern: '^[A-Za-z_][A-Za-z0-9_.-]*$',
  'x-message': 'must start with a letter or underscore and go on with letters, digits, underscores, dots and hyphens',
} as const;
const nameParams = { type: 'object', required: ['name'], properties: { name: secretName } } as const;

const secretSchema = defineSchema('Secret', {
  type: 'object',
  required: ['name', 'createdAt', 'updatedAt', 'updatedBy'],
  properties: { name: { type: 'string' }, createdAt: time, updatedAt: time, updatedBy: personSchema },
});

export const putSecret = defineRoute<{ name: string }, unknown, { value: string }>({
  method: 'PUT',
  path: `${path}/{name}`,
  operationId: 'putSecret',
  summary: 'Make or replace a secret',
  description: 'The value is encrypted at rest and never answered. Templates use it as `{{ $secret(\'name\') }}`.',
  tags: ['Organization'],
  security,
  params: nameParams,
  paramsAreChosen: true,
  body: defineSchema('SecretValue', {
    type: 'object',
    additionalProperties: false,
    required: ['value'],
    properties: { value: { type: 'string', minLength: 1, maxLength: MAX_VALUE_LENGTH } },
  }),
  responses: {
    200: { description: 'Replaced.', schema: secretSchema },
    201: { description: 'Made.', schema: secretSchema },
  },
  async handler(context, { params: { name }, body: { value } }, caller) {
    checkStorable({ value });
    const { secret, created } = await organizationOf(context, caller).putSecret(actorOf(caller), name, value);
    return { status: created ? 201 : 200, body: secret };
  },
});

export const listSecrets = defineRoute<unknown, { limit?: number; cursor?: string }>({
  method: 'GET',
  path,
  operationId: 'listSecrets',
  summary: 'List secrets by name, without their values',
  tags: ['Organization'],
  security,
  query: query({ limit: pageQuery.limit, cursor: secretName }),
  responses: { 200: { description: 'A page of names.', schema: pageSchema('SecretPage', secretSchema) } },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...page } }, caller) {
    return { status: 200, body: await organizationOf(context, caller).listSecrets({ limit, ...page }) };
  },
});

export const readSecret = defineRoute<{ name: string }>({
  method: 'GET',
  path: `${path}/{name}`,
  operationId: 'readSecret',
  summary: 'Read who set a secret and when, without its value',
  tags: ['Organization'],
  security,
  params: nameParams,
  responses: { 200: { description: 'The secret without its value.', schema: secretSchema } },
  async handler(context, { params: { name } }, caller) {
    return { status: 200, body: required(await organizationOf(context, caller).findSecret(name), 'Secret', name) };
  },
});

export const deleteSecret = defineRoute<{ name: string }>({
  method: 'DELETE',
  path: `${path}/{name}`,
  operationId: 'deleteSecret',
  summary: 'Delete a secret',
  description: 'Steps and webhooks that name it fail from then on.',
  tags: ['Organization'],
  security,
  params: nameParams,
  responses: { 204: DELETED },
  async handler(context, { params: { name } }, caller) {
    required(await organizationOf(context, caller).deleteSecret(actorOf(caller), name), 'Secret', name);
    return { status: 204 };
  },
});
