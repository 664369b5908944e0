import { POOL_NAME } from '@workflow/workflow-model';
import { defineSchema } from '../http/define-route.ts';

export const quotasPath = '/v1/operator/organizations/{id}/quotas';

/** The largest value of an integer column. */
const MAX_COUNT = 2_147_483_647;

/** A hundred years. */
const MAX_RETENTION_DAYS = 36_500;

const count = { type: 'integer', nullable: true, minimum: 1, maximum: MAX_COUNT } as const;

const quotaProperties = {
  runsPerMinute: {
    ...count,
    description: 'Runs that may be started; null: `RUNS_PER_MINUTE_PER_ORGANIZATION`.',
  },
  runBurst: { ...count, description: 'How many of a minute’s runs may start at once; null: all of them.' },
  maxConcurrentSessions: { ...count, description: 'Further ones stay QUEUED; null: no limit.' },
  maxStoredBytes: {
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Size of sessions and steps, as JSON; beyond it runs are answered 429. Counted every few seconds. null: no ' +
      'limit.',
  },
  retentionDays: {
    ...count,
    maximum: MAX_RETENTION_DAYS,
    description: 'Ended sessions are deleted after this many days; null: `RETENTION_DAYS`.',
  },
  modelTokensPerMonth: {
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Tokens of models, in and out, in a month of UTC; beyond it steps fail MODEL_QUOTA. null: no limit.',
  },
  pool: {
    type: 'string',
    nullable: true,
    pattern: POOL_NAME,
    description: 'The executor pool of workflows that name none; null: `default`. Waiting sessions move to it.',
  },
} as const;

export const quotasSchema = defineSchema('OrganizationQuotas', {
  type: 'object',
  required: Object.keys(quotaProperties),
  properties: quotaProperties,
});

export const quotasChangeSchema = defineSchema('OrganizationQuotasChange', {
  type: 'object',
  additionalProperties: false,
  description: 'Quotas that are left out stay as they are.',
  properties: quotaProperties,
});
