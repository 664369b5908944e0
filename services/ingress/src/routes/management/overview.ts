import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { query, time, uuid } from './schema-parts.ts';

const security = { kind: 'caller', scope: ['read', 'manage'] } as const;
const count = { type: 'integer' } as const;
const DEFAULT_MINUTES = 60;
const MAX_MINUTES = 7 * 24 * 60;

const overviewSchema = defineSchema('Overview', {
  type: 'object',
  required: ['waiting', 'running', 'oldestWaitingAt', 'perMinute'],
  properties: {
    waiting: { ...count, description: 'QUEUED; of those that wait in PostgreSQL 10,000 are counted at most.' },
    running: count,
    oldestWaitingAt: { ...time, nullable: true },
    perMinute: {
      type: 'array',
      description: 'Sessions that ended, by the minute of their end, oldest first; minutes without any are left out.',
      items: {
        type: 'object',
        required: ['minute', 'succeeded', 'failed', 'cancelled'],
        properties: { minute: time, succeeded: count, failed: count, cancelled: count },
      },
    },
  },
});

export const readOverview = defineRoute<unknown, { minutes?: number }>({
  method: 'GET',
  path: '/v1/overview',
  operationId: 'readOverview',
  summary: 'How the sessions of the organization are going',
  tags: ['Overview'],
  security,
  query: query({ minutes: { type: 'integer', minimum: 1, maximum: MAX_MINUTES, default: DEFAULT_MINUTES, description: 'How far back `perMinute` goes.' } }),
  responses: { 200: { description: 'Counts.', schema: overviewSchema } },
  async handler(context, { query: { minutes = DEFAULT_MINUTES } }, caller) {
    return { status: 200, body: await context.store.overview(caller.organizationId, minutes) };
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
