import { defineRoute } from '../http/define-route.ts';
import { organizationOf } from '../http/organization-of.ts';
import { defineObject, object } from '../http/schema-parts.ts';

const count = { type: 'integer', nullable: true } as const;

const limitsSchema = defineObject('OrganizationLimits', {
  runs: {
    ...object({
      perMinute: { type: 'integer' },
      burst: { type: 'integer', description: 'How many of them may start at the same time.' },
    }),
    nullable: true,
    description: 'Runs that may be started, by API, webhook or console; no limit if null.',
  },
  maxConcurrentSessions: { ...count, description: 'Further sessions stay QUEUED. No limit if null.' },
  maxStoredBytes: { ...count, description: 'The bytes of sessions and steps, as JSON; no limit if null.' },
  storedBytes: {
    ...count,
    description: 'The last count; null if there is no limit, because nothing is counted then.',
  },
  retentionDays: {
    ...count,
    description: 'How many days ended sessions are stored; the default of the service if null.',
  },
  modelTokensPerMonth: { ...count, description: 'Tokens that models may use, in and out; no limit if null.' },
  usedModelTokens: { type: 'integer', description: 'The tokens used in this month (UTC).' },
});

/** Returns the limits that the operator set. The list of keys shows the limits of each key. */
export const readLimits = defineRoute({
  method: 'GET',
  path: '/v1/organization/limits',
  summary: 'Read the limits of the organization',
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
