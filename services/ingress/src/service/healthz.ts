import { defineRoute } from '../http/define-route.ts';

export const healthz = defineRoute({
  method: 'GET',
  path: '/healthz',
  operationId: 'healthz',
  summary: 'Whether the process lives',
  tags: ['Service'],
  security: { kind: 'public' },
  responses: {
    200: {
      description: 'It lives.',
      schema: { type: 'object', required: ['status'], properties: { status: { type: 'string', enum: ['ok'] } } },
    },
  },
  handler: () => Promise.resolve({ status: 200, body: { status: 'ok' } }),
});
