import { ApiError } from '../errors/api-error.ts';
import { defineRoute } from '../http/define-route.ts';
import { checkReadiness } from './check-readiness.ts';
import { defineObject } from '../http/schema-parts.ts';

const readinessSchema = defineObject('Readiness', {
  status: { type: 'string', enum: ['ready'] },
  checks: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Results by the name of the check.',
  },
});

export const readyz = defineRoute({
  method: 'GET',
  path: '/readyz',
  summary: 'Check that runs are accepted',
  description:
    'Needs a writable PostgreSQL with the migrations of this release; later ones do no harm. An outage of the ' +
    'queue is only reported, because accepted sessions then wait in PostgreSQL. A queue that answers but cannot ' +
    'serve is a wrong setting.',
  security: { kind: 'public' },
  isProbe: true,
  responses: {
    200: { description: 'Ready.', schema: readinessSchema },
    503: {
      description:
        'PostgreSQL does not answer, is read-only or lacks migrations, or the replica shuts down; ' +
        'the body has `checks` in addition to the error.',
    },
  },
  async handler(context) {
    const { ok, checks = {} } = await checkReadiness(context);
    if (ok) return { status: 200, body: { status: 'ready', checks } };
    const reason = Object.entries(checks)
      .map(([name, found]) => `${name} ${found}`)
      .join(', ');
    throw new ApiError('NOT_READY', { values: { reason }, details: { checks }, headers: { 'Retry-After': '1' } });
  },
});
