import { invalidRequest } from '../../errors/api-error.ts';
import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { checkStorable } from './check-storable.ts';
import { DEFAULT_PAGE, DELETED, name, pageQuery, pageSchema, params, personSchema, query, time, uuid, type PageQuery } from './schema-parts.ts';
import { actorOf, organizationOf, required } from './organization-of.ts';

const SCOPES = ['run', 'read', 'manage'] as const;
const DEFAULT_SCOPES = ['run', 'read'];
const security = { kind: 'caller', scope: 'manage', role: 'admin' } as const;
const path = '/v1/organization/api-keys';

const scopes = { type: 'array', items: { type: 'string', enum: [...SCOPES] } } as const;

const apiKeySchema = defineSchema('ApiKey', {
  type: 'object',
  required: ['id', 'name', 'prefix', 'scopes', 'createdAt', 'createdBy', 'expiresAt', 'lastUsedAt'],
  properties: {
    id: uuid,
    name: { type: 'string' },
    prefix: { type: 'string', description: 'The visible start of the key, to recognize it by.' },
    scopes,
    createdAt: time,
    createdBy: personSchema,
    expiresAt: { ...time, nullable: true },
    lastUsedAt: { ...time, nullable: true, description: 'Written now and then, not with every use.' },
  },
});

interface NewApiKeyBody {
  name: string;
  scopes?: string[];
  expiresAt?: string | null;
}

/** Spec §5.1. */
export const createApiKey = defineRoute<unknown, unknown, NewApiKeyBody>({
  method: 'POST',
  path,
  operationId: 'createApiKey',
  summary: 'Make an API key',
  description: 'The only answer that ever shows it. Without scopes it may `run` and `read`.',
  tags: ['Organization'],
  security,
  body: defineSchema('NewApiKey', {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name,
      scopes: { ...scopes, minItems: 1, uniqueItems: true, default: DEFAULT_SCOPES },
      expiresAt: { ...time, nullable: true, description: 'In the future; null or left out: never.' },
    },
  }),
  bodyExample: { name: 'Billing system', scopes: ['run', 'read'] },
  responses: {
    201: {
      description: 'The key.',
      schema: defineSchema('CreatedApiKey', {
        type: 'object',
        required: ['id', 'name', 'prefix', 'scopes', 'key', 'createdAt', 'expiresAt'],
        properties: {
          id: uuid,
          name: { type: 'string' },
          prefix: { type: 'string' },
          scopes,
          key: { type: 'string', description: 'The key itself. Shown in this answer and never again.' },
          createdAt: time,
          expiresAt: { ...time, nullable: true },
        },
      }),
    },
  },
  async handler(context, { body }, caller) {
    checkStorable(body);
    const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
    if (expiresAt !== null && !(expiresAt.getTime() > Date.now())) throw invalidRequest(['expiresAt must be in the future']);
    const made = await organizationOf(context, caller).createApiKey(actorOf(caller), {
      name: body.name,
      scopes: SCOPES.filter((scope) => (body.scopes ?? DEFAULT_SCOPES).includes(scope)),
      expiresAt,
    });
    const { id, name: keyName, prefix, scopes: granted, createdAt, expiresAt: until } = made.key;
    return {
      status: 201,
      body: { id, name: keyName, prefix, scopes: granted, key: made.value, createdAt, expiresAt: until },
      headers: { 'Cache-Control': 'no-store' },
    };
  },
});

export const listApiKeys = defineRoute<unknown, PageQuery>({
  method: 'GET',
  path,
  operationId: 'listApiKeys',
  summary: 'List API keys, newest first',
  tags: ['Organization'],
  security,
  query: query(pageQuery),
  responses: { 200: { description: 'A page of keys, without the keys themselves.', schema: pageSchema('ApiKeyPage', apiKeySchema) } },
  async handler(context, { query: { limit = DEFAULT_PAGE, ...page } }, caller) {
    return { status: 200, body: await organizationOf(context, caller).listApiKeys({ limit, ...page }) };
  },
});

export const deleteApiKey = defineRoute<{ keyId: string }>({
  method: 'DELETE',
  path: `${path}/{keyId}`,
  operationId: 'deleteApiKey',
  summary: 'Delete an API key',
  description: 'Callers that use it are refused from then on, by every replica within a second.',
  tags: ['Organization'],
  security,
  params: params('keyId'),
  responses: { 204: DELETED },
  async handler(context, { params: { keyId } }, caller) {
    required(await organizationOf(context, caller).deleteApiKey(actorOf(caller), keyId), 'API key', keyId);
    return { status: 204 };
  },
});
