import { defineRoute } from '../http/define-route.ts';
import { defineObject, pageSchema, time, uuid } from '../http/schema-parts.ts';

const count = { type: 'integer' } as const;

const executorSchema = defineObject('Executor', {
  id: uuid,
  host: { type: 'string' },
  pool: { type: 'string', description: '`EXECUTOR_POOL`.' },
  concurrency: count,
  running: count,
  draining: { type: 'boolean' },
  startedAt: time,
  alive: { type: 'boolean' },
});

/** Executors serve all organizations, so only the operator sees their number and load. */
export const listExecutors = defineRoute({
  method: 'GET',
  path: '/v1/operator/executors',
  summary: 'The executors that run sessions',
  security: { kind: 'operator' },
  responses: {
    200: { description: 'The executors.', schema: pageSchema('ExecutorPage', executorSchema) },
  },
  async handler(context) {
    return { status: 200, body: { items: await context.store.execution.listExecutors(), nextCursor: null } };
  },
});
