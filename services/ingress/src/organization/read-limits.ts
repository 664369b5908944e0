import { defineRoute, defineSchema } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';

const count = { type: 'integer', nullable: true } as const;

const limitsSchema = defineSchema('OrganizationLimits', {
  type: 'object',
  required: [
    'runs',
    'maxConcurrentSessions',
    'maxStoredBytes',
    'storedBytes',
    'retentionDays',
    'modelTokensPerMonth',
    'usedModelTokens',
  ],
  properties: {
    runs: {
      type: 'object',
      nullable: true,
      description: 'Runs that may be started, by API, webhook or console; null: no limit.',
      required: ['perMinute', 'burst'],
      properties: {
        perMinute: { type: 'integer' },
        burst: { type: 'integer', description: 'How many of them at once.' },
      },
    },
    maxConcurrentSessions: { ...count, description: 'Further ones stay QUEUED; null: no limit.' },
    maxStoredBytes: { ...count, description: 'The bytes of sessions and steps, as JSON; null: no limit.' },
    storedBytes: { ...count, description: 'The last count; null: not counted, because there is no limit.' },
    retentionDays: {
      ...count,
      description: 'How many days ended sessions are stored; null: as long as the service stores them.',
    },
    modelTokensPerMonth: { ...count, description: 'That models may use, in and out; null: no limit.' },
    usedModelTokens: { type: 'integer', description: 'The tokens used in this month (UTC).' },
  },
});

/** The limits that the operator set; the list of keys shows the limits of each key. */
export const readLimits = defineRoute({
  method: 'GET',
  path: '/v1/organization/limits',
  operationId: 'readLimits',
  summary: 'Read the limits of the organization',
  tags: ['Organization'],
  security: { kind: 'caller', scope: 'manage', role: 'admin' },
  responses: { 200: { description: 'The limits.', schema: limitsSchema } },
  async handler(context, _request, caller) {
    const organization = organizationOf(context, caller);
    const [runs, quotas, storedBytes, usedModelTokens] = await Promise.all([
      context.runLimits.ofOrganization(caller.organizationId),
      organization.readQuotas(),
      organization.readStoredBytes(),
      organization.readUsedModelTokens(),
    ]);
    const { maxConcurrentSessions, maxStoredBytes, retentionDays, modelTokensPerMonth } = quotas;
    const stored = { maxStoredBytes, storedBytes, retentionDays };
    return { status: 200, body: { runs, maxConcurrentSessions, ...stored, modelTokensPerMonth, usedModelTokens } };
  },
});
