import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { checkReadiness } from '../../readiness.ts';

const readinessSchema = defineSchema('Readiness', {
  type: 'object',
  required: ['status', 'checks'],
  properties: {
    status: { type: 'string', enum: ['ready', 'not ready'] },
    checks: { type: 'object', additionalProperties: { type: 'string' }, description: 'What was looked at, and what was found.' },
  },
});

export const readyz = defineRoute({
  method: 'GET',
  path: '/readyz',
  operationId: 'readyz',
  summary: 'Whether runs are accepted',
  description: 'Needs PostgreSQL. The queue is reported only: without it, accepted sessions wait in PostgreSQL.',
  tags: ['Service'],
  security: { kind: 'public' },
  responses: {
    200: { description: 'Ready.', schema: readinessSchema },
    503: { description: 'PostgreSQL does not answer, or the replica shuts down.', schema: readinessSchema },
  },
  async handler(context) {
    const { ok, checks = {} } = await checkReadiness(context);
    return ok
      ? { status: 200, body: { status: 'ready', checks } }
      : { status: 503, body: { status: 'not ready', checks }, headers: { 'Retry-After': '1' } };
  },
});
