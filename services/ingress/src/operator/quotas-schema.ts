import { POOL_NAME } from '@workflow/workflow-model';
import { defineSchema } from '../http/define-route.ts';
import { defineObject } from '../http/schema-parts.ts';

export const quotasPath = '/v1/operator/organizations/{id}/quotas';

/** The largest value of an integer column. */
const MAX_COUNT = 2_147_483_647;

/** A hundred years. */
const MAX_RETENTION_DAYS = 36_500;

const count = { type: 'integer', nullable: true, minimum: 1, maximum: MAX_COUNT } as const;

const quotaProperties = {
  runsPerMinute: {
    ...count,
    description: 'Runs that may be started; `RUNS_PER_MINUTE_PER_ORGANIZATION` if null.',
  },
  runBurst: { ...count, description: 'How many of a minute’s runs may start at the same time; all of them if null.' },
  maxConcurrentSessions: { ...count, description: 'Further sessions stay QUEUED. No limit if null.' },
  maxStoredBytes: {
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Size of sessions and steps, as JSON. At the limit, runs get 429. Counted every few seconds. No limit if null.',
  },
  retentionDays: {
    ...count,
    maximum: MAX_RETENTION_DAYS,
    description: 'Ended sessions are deleted after this many days; `RETENTION_DAYS` if null.',
  },
  modelTokensPerMonth: {
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Model tokens, in and out, in a month of UTC. At the limit, steps fail with MODEL_QUOTA. No limit if null.',
  },
  pool: {
    type: 'string',
    nullable: true,
    pattern: POOL_NAME,
    description: 'The executor pool of workflows that name none; `default` if null. Waiting sessions move to it.',
  },
} as const;

export const quotasSchema = defineObject('OrganizationQuotas', quotaProperties);

export const quotasChangeSchema = defineSchema('OrganizationQuotasChange', {
  type: 'object',
  additionalProperties: false,
  description: 'Quotas that are left out stay as they are.',
  properties: quotaProperties,
});
