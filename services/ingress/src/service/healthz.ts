import { defineRoute } from '../http/define-route.ts';
import { object } from '../http/schema-parts.ts';

export const healthz = defineRoute({
  method: 'GET',
  path: '/healthz',
  summary: 'Check that the process is alive',
  security: { kind: 'public' },
  isProbe: true,
  responses: {
    200: {
      description: 'The process is alive.',
      schema: object({ status: { type: 'string', enum: ['ok'] } }),
    },
  },
  handler: () => Promise.resolve({ status: 200, body: { status: 'ok' } }),
});
