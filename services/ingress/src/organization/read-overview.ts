import { SESSION_MODES, type SessionMode } from '@workflow/workflow-model';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { query, time } from '../http/schema-parts.ts';

const count = { type: 'integer' } as const;
const DEFAULT_MINUTES = 60;
const MAX_MINUTES = 7 * 24 * 60;

const overviewSchema = defineSchema('Overview', {
  type: 'object',
  required: ['waiting', 'held', 'running', 'sleeping', 'oldestWaitingAt', 'perMinute'],
  properties: {
    waiting: { ...count, description: 'QUEUED; at most 10,000 of those that wait in PostgreSQL are counted.' },
    held: { ...count, description: 'Of those, held back by flow control or a pause; at most 10,000 are counted.' },
    running: count,
    sleeping: { ...count, description: 'WAITING, for a delay, a back-off or children; at most 10,000 are counted.' },
    oldestWaitingAt: { ...time, nullable: true, description: 'Of those that nothing holds back.' },
    perMinute: {
      type: 'array',
      description:
        'Sessions by the minute of their last end, children too, oldest first; minutes without any are left out.',
      items: {
        type: 'object',
        required: ['minute', 'succeeded', 'failed', 'cancelled'],
        properties: { minute: time, succeeded: count, failed: count, cancelled: count },
      },
    },
  },
});

export const readOverview = defineRoute<unknown, { minutes?: number; mode?: SessionMode }>({
  method: 'GET',
  path: '/v1/overview',
  operationId: 'readOverview',
  summary: "Read figures of the organization's sessions",
  tags: ['Overview'],
  security: { kind: 'caller', scope: ['read', 'manage'] },
  query: query({
    minutes: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_MINUTES,
      default: DEFAULT_MINUTES,
      description: 'How far back `perMinute` goes.',
    },
    mode: { type: 'string', enum: [...SESSION_MODES], default: 'PROD', description: 'Of these sessions.' },
  }),
  responses: { 200: { description: 'Counts.', schema: overviewSchema } },
  async handler(context, { query: { minutes = DEFAULT_MINUTES, mode = 'PROD' } }, { organizationId }) {
    return { status: 200, body: await context.store.sessions.queries.overview(organizationId, minutes, mode) };
  },
});
