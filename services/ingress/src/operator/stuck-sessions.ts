import { ApiError } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { pageSchema, params, query, time, uuid } from '../http/schema-parts.ts';
import { OPERATOR } from './operated-organization.ts';

const DEFAULT_MINUTES = 10;
/** A week. */
const MAX_MINUTES = 10_080;

const stuckSchema = defineSchema('StuckSession', {
  type: 'object',
  required: ['id', 'organizationId', 'workflowId', 'status', 'executorId', 'reason', 'since'],
  properties: {
    id: uuid,
    organizationId: uuid,
    workflowId: uuid,
    status: { type: 'string' },
    executorId: { ...uuid, nullable: true },
    reason: {
      type: 'string',
      enum: ['executor-gone', 'running', 'queued', 'backlog', 'due'],
      description:
        '`executor-gone`: its executor has no heartbeat; `running`: no step ended for so long; `queued`: in the ' +
        'queue and not taken; `backlog`: not enqueued yet; `due`: its delay is over.',
    },
    since: time,
  },
});

export const listStuckSessions = defineRoute<unknown, { minutes?: number }>({
  method: 'GET',
  path: '/v1/operator/sessions/stuck',
  operationId: 'listStuckSessions',
  summary: 'List sessions that made no progress for long',
  description: 'The oldest 200, without those that flow control, a pause or a quota holds back.',
  tags: ['Operator'],
  security: { kind: 'operator' },
  query: query({ minutes: { type: 'integer', minimum: 0, maximum: MAX_MINUTES, default: DEFAULT_MINUTES } }),
  responses: { 200: { description: 'By age.', schema: pageSchema('StuckSessionPage', stuckSchema) } },
  async handler({ store }, { query: { minutes = DEFAULT_MINUTES } }) {
    return { status: 200, body: { items: await store.operator.listStuck(minutes), nextCursor: null } };
  },
});

export const requeueSession = defineRoute<{ id: string }>({
  method: 'POST',
  path: '/v1/operator/sessions/{id}/requeue',
  operationId: 'requeueSession',
  summary: 'Enqueue a QUEUED or RUNNING session again',
  description:
    'An executor that runs it loses its claim, and another one resumes the session at its committed steps. The ' +
    "organization's audit log records the change.",
  tags: ['Operator'],
  security: { kind: 'operator' },
  params: params('id'),
  responses: {
    200: {
      description: 'It is in the backlog.',
      schema: defineSchema('RequeuedSession', {
        type: 'object',
        required: ['id', 'status'],
        properties: { id: uuid, status: { type: 'string', enum: ['QUEUED'] } },
      }),
    },
    409: { description: 'It has ended, is WAITING, or is held back by flow control or a pause.' },
  },
  async handler({ store }, { params: { id } }) {
    const outcome = await store.operator.requeueSession(OPERATOR, id);
    if (outcome.kind === 'not-found') throw notFound('Session', id);
    if (outcome.kind === 'held')
      throw new ApiError('CONFLICT', { values: { reason: 'Flow control or a pause holds the session back' } });
    if (outcome.kind === 'not-waiting')
      throw new ApiError('CONFLICT', { values: { reason: `The session is ${outcome.status}` } });
    return { status: 200, body: { id, status: 'QUEUED' } };
  },
});
