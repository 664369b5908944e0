import { SCOPES } from '../http/caller.ts';
import { defineObject, personSchema, time, uuid } from '../http/schema-parts.ts';

export const apiKeySecurity = { kind: 'caller', scope: 'manage', role: 'admin' } as const;
export const apiKeyPath = '/v1/organization/api-keys';

export const scopes = { type: 'array', items: { type: 'string', enum: [...SCOPES] } } as const;

export const keyRateLimit = {
  type: 'object',
  nullable: true,
  additionalProperties: false,
  required: ['perMinute'],
  properties: {
    perMinute: { type: 'integer', minimum: 1, maximum: 10_000_000 },
    burst: {
      type: 'integer',
      minimum: 1,
      maximum: 10_000_000,
      description: 'How many may start at the same time; all if left out.',
    },
  },
  description:
    "Runs that the key may start a minute, within the organization's limit; only that limit applies if null.",
} as const;

const MAX_BOUND_WORKFLOWS = 20;

export const workflowIds = {
  type: 'array',
  nullable: true,
  items: uuid,
  minItems: 1,
  maxItems: MAX_BOUND_WORKFLOWS,
  uniqueItems: true,
  description: 'The only workflows that the key can use, on every route; all of them if null.',
} as const;

export const apiKeySchema = defineObject('ApiKey', {
  id: uuid,
  name: { type: 'string' },
  prefix: { type: 'string', description: 'The visible start of the key, to recognize it by.' },
  scopes,
  createdAt: time,
  createdBy: personSchema,
  expiresAt: { ...time, nullable: true },
  lastUsedAt: { ...time, nullable: true, description: 'Updated every few seconds, not with every use.' },
  rateLimit: keyRateLimit,
  workflowIds,
});
