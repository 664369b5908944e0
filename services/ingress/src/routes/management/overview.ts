import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { time, uuid } from './common-schemas.ts';

const security = { kind: 'caller', scope: 'read' } as const;
const count = { type: 'integer' } as const;

const overviewSchema = defineSchema('Overview', {
  type: 'object',
  required: ['waiting', 'running', 'oldestWaitingAt', 'perMinute'],
  properties: {
    waiting: { ...count, description: 'QUEUED, counted up to 100,000.' },
    running: count,
    oldestWaitingAt: { ...time, nullable: true },
    perMinute: {
      type: 'array',
      description: 'The last 60 minutes, oldest first: sessions that ended in each.',
      items: {
        type: 'object',
        required: ['minute', 'succeeded', 'failed', 'cancelled'],
        properties: { minute: time, succeeded: count, failed: count, cancelled: count },
      },
    },
  },
});

export const readOverview = defineRoute({
  method: 'GET',
  path: '/v1/overview',
  operationId: 'readOverview',
  summary: 'How the sessions of the organization are going',
  tags: ['Overview'],
  security,
  responses: { 200: { description: 'Counts.', schema: overviewSchema } },
  async handler(context, _request, caller) {
    return { status: 200, body: await context.store.overview(caller.organizationId) };
  },
});

const executorSchema = defineSchema('Executor', {
  type: 'object',
  required: ['id', 'concurrency', 'running', 'draining', 'startedAt', 'alive'],
  properties: {
    id: uuid,
    concurrency: count,
    running: count,
    draining: { type: 'boolean' },
    startedAt: time,
    alive: { type: 'boolean' },
  },
});

/** Executors serve all organizations; their host names are the operator's business. */
export const listExecutors = defineRoute({
  method: 'GET',
  path: '/v1/executors',
  operationId: 'listExecutors',
  summary: 'The executors that run sessions',
  tags: ['Overview'],
  security,
  responses: {
    200: {
      description: 'The executors.',
      schema: {
        type: 'object',
        required: ['items', 'nextCursor'],
        properties: { items: { type: 'array', items: executorSchema }, nextCursor: { type: 'string', nullable: true } },
      },
    },
  },
  async handler(context) {
    const executors = await context.store.executors.list();
    return { status: 200, body: { items: executors.map(({ id, concurrency, running, draining, startedAt, alive }) => ({ id, concurrency, running, draining, startedAt, alive })), nextCursor: null } };
  },
});
