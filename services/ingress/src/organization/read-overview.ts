import { BACKGROUND_LOOPS, type ExecutorView } from '@workflow/session-store';
import { defineRoute } from '../http/define-route.ts';
import { DEFAULT_MINUTES, defineObject, figuresQuery, object, query, time, uuid } from '../http/schema-parts.ts';

const count = { type: 'integer' } as const;
const MAX_EXECUTORS = 50;

const executorLoadSchema = defineObject('ExecutorLoad', {
  id: uuid,
  pool: { type: 'string', description: 'The executor pool whose sessions it runs.' },
  concurrency: { ...count, description: 'Slots: sessions that it runs at a time.' },
  running: { ...count, description: 'Slots in use, by sessions of all organizations; a few seconds old.' },
  draining: { type: 'boolean', description: 'It takes no more sessions.' },
  startedAt: time,
});

const backoffSchema = defineObject('Backoff', {
  work: { type: 'string', enum: [...BACKGROUND_LOOPS] },
  since: { ...time, description: 'The first failure.' },
  failures: { ...count, description: 'In a row; the log of the executors has their causes.' },
  nextTryAt: time,
});

const overviewSchema = defineObject('Overview', {
  waiting: { ...count, description: 'QUEUED; at most 10,000 of those that wait in PostgreSQL are counted.' },
  held: {
    ...count,
    description: 'The waiting sessions on hold by flow control or a pause; at most 10,000 are counted.',
  },
  running: count,
  sleeping: { ...count, description: 'WAITING, for a delay, a backoff or children; at most 10,000 are counted.' },
  oldestWaitingAt: { ...time, nullable: true, description: 'Creation of the oldest that is not on hold.' },
  perMinute: {
    type: 'array',
    description:
      'Sessions by the minute of their last end, children too, oldest first; minutes without any are left out.',
    items: object({ minute: time, succeeded: count, failed: count, cancelled: count }),
  },
  executors: {
    type: 'array',
    items: executorLoadSchema,
    description: `Living executors, which all organizations share; at most ${MAX_EXECUTORS}, the busiest first.`,
  },
  poolsWithoutExecutor: {
    type: 'array',
    items: { type: 'string' },
    description: 'Executor pools in which sessions wait and that have had no executor for a minute; at most 20.',
  },
  backoffs: {
    type: 'array',
    items: backoffSchema,
    description: 'Background work that failed for the organization and is retried after `nextTryAt`.',
  },
});

export const readOverview = defineRoute({
  method: 'GET',
  path: '/v1/overview',
  summary: "Read figures of the organization's sessions",
  tag: 'Overview',
  security: { kind: 'caller', scope: ['read', 'manage'] },
  query: query(figuresQuery),
  responses: { 200: { description: 'Counts.', schema: overviewSchema } },
  async handler(context, { query: { minutes = DEFAULT_MINUTES, mode = 'PROD' } }, { organizationId }) {
    const [overview, executors, poolsWithoutExecutor, backoffs] = await Promise.all([
      context.store.sessions.queries.overview(organizationId, minutes, mode),
      context.executors.read({}),
      context.store.sessions.queries.poolsWithoutExecutor(organizationId),
      context.store.backoffsOf(organizationId),
    ]);
    return { status: 200, body: { ...overview, executors: loadOf(executors), poolsWithoutExecutor, backoffs } };
  },
});

/** Leaves out the names of the hosts, which only the operator may see. */
function loadOf(executors: ExecutorView[]): Omit<ExecutorView, 'host' | 'alive'>[] {
  return executors
    .filter(({ alive }) => alive)
    .sort((a, b) => b.running - a.running)
    .slice(0, MAX_EXECUTORS)
    .map(({ host: _host, alive: _alive, ...executor }) => executor);
}
