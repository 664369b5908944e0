import { invalidRequest } from '../errors/api-error.ts';
import { SCOPES } from '../http/caller.ts';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { actorOf, organizationOf } from '../http/organization-of.ts';
import { defineObject, name, time, uuid } from '../http/schema-parts.ts';
import { requireWorkflows } from '../http/require-workflows.ts';
import { apiKeyPath, apiKeySecurity, keyRateLimit, scopes, workflowIds } from './api-key-schemas.ts';

const DEFAULT_SCOPES = ['run', 'read'];

/** Creates an API key, which is shown once (contract §5.1). */
export const createApiKey = defineRoute({
  method: 'POST',
  path: apiKeyPath,
  summary: 'Create an API key',
  description: 'The only answer that ever shows it. Without scopes it may `run` and `read`.',
  security: apiKeySecurity,
  body: defineSchema('NewApiKey', {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name,
      scopes: { ...scopes, minItems: 1, uniqueItems: true, default: DEFAULT_SCOPES },
      expiresAt: { ...time, nullable: true, description: 'In the future; null or left out: never.' },
      rateLimit: keyRateLimit,
      workflowIds,
    },
  }),
  bodyExample: { name: 'Billing system', scopes: ['run', 'read'] },
  responses: {
    201: {
      description: 'The key.',
      schema: defineObject('CreatedApiKey', {
        id: uuid,
        name: { type: 'string' },
        prefix: { type: 'string' },
        scopes,
        key: { type: 'string', description: 'The key itself. Shown in this answer and never again.' },
        createdAt: time,
        expiresAt: { ...time, nullable: true },
        rateLimit: keyRateLimit,
        workflowIds,
      }),
    },
  },
  async handler(context, { body }, caller) {
    const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
    if (expiresAt !== null && !(expiresAt.getTime() > context.caches.clock.nowMs()))
      throw invalidRequest(['expiresAt must be in the future']);
    const { rateLimit: limit } = body;
    if (limit?.burst !== undefined && limit.burst > limit.perMinute)
      throw invalidRequest(['rateLimit.burst must not be larger than rateLimit.perMinute']);
    const only = body.workflowIds?.map((id) => id.toLowerCase()) ?? null;
    await requireWorkflows(context, caller, only ?? []);
    const created = await organizationOf(context, caller).createApiKey(actorOf(caller), {
      name: body.name,
      scopes: SCOPES.filter((scope) => (body.scopes ?? DEFAULT_SCOPES).includes(scope)),
      expiresAt,
      ...(only !== null && { workflowIds: only }),
      ...(body.rateLimit && { rateLimit: body.rateLimit }),
    });
    const { id, name: keyName, prefix, scopes: granted, createdAt, expiresAt: until, rateLimit } = created.key;
    const limits = { expiresAt: until, rateLimit, workflowIds: only };
    return {
      status: 201,
      body: { id, name: keyName, prefix, scopes: granted, key: created.value, createdAt, ...limits },
    };
  },
});
