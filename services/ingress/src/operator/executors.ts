import { defineRoute, defineSchema } from '../http/define-route.ts';
import { notFound } from '../errors/required.ts';
import { pageSchema, params, time, uuid } from '../http/schema-parts.ts';

const count = { type: 'integer' } as const;

const executorSchema = defineSchema('Executor', {
  type: 'object',
  required: ['id', 'host', 'concurrency', 'running', 'draining', 'startedAt', 'alive'],
  properties: {
    id: uuid,
    host: { type: 'string' },
    concurrency: count,
    running: count,
    draining: { type: 'boolean' },
    startedAt: time,
    alive: { type: 'boolean' },
  },
});

const drainSchema = defineSchema('ExecutorDrain', {
  type: 'object',
  required: ['id', 'draining'],
  properties: { id: uuid, draining: { type: 'boolean' } },
});

/** Executors serve all organizations, so their number and load are the operator's business. */
export const listExecutors = defineRoute({
  method: 'GET',
  path: '/v1/operator/executors',
  operationId: 'listExecutors',
  summary: 'The executors that run sessions',
  tags: ['Operator'],
  security: { kind: 'operator' },
  responses: {
    200: { description: 'The executors.', schema: pageSchema('ExecutorPage', executorSchema) },
  },
  async handler(context) {
    return { status: 200, body: { items: await context.store.execution.listExecutors(), nextCursor: null } };
  },
});

export const drainExecutor = defineRoute<{ id: string }>({
  method: 'POST',
  path: '/v1/operator/executors/{id}/drain',
  operationId: 'drainExecutor',
  summary: 'Let an executor take no more sessions',
  description:
    'Within 2 s the executor takes no more sessions. It finishes those that it runs, and idles until its ' +
    'supervisor stops it.',
  tags: ['Operator'],
  security: { kind: 'operator' },
  params: params('id'),
  responses: { 202: { description: 'It will know.', schema: drainSchema } },
  async handler({ log, store }, { params: { id } }) {
    if (!(await store.operator.drainExecutor(id))) throw notFound('Executor', id);
    log.info({ executorId: id }, 'the operator drains an executor');
    return { status: 202, body: { id, draining: true } };
  },
});
