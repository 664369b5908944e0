import { defineRoute } from '../http/define-route.ts';
import { DEFAULT_MINUTES } from '../http/schema-parts.ts';
import { performanceRoute } from './performance-route.ts';

export const readPerformance = defineRoute({
  ...performanceRoute,
  path: '/v1/performance',
  summary: 'How fast sessions of the organization start and run, and why they fail',
  tag: 'Overview',
  async handler(context, { query: { minutes = DEFAULT_MINUTES, mode = 'PROD' } }, { organizationId }) {
    return { status: 200, body: await context.performance.read({ organizationId, minutes, mode }) };
  },
});
