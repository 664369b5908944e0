import { defineRoute } from '../http/define-route.ts';
import { defineObject, pageSchema, query, time, uuid } from '../http/schema-parts.ts';

const DEFAULT_MINUTES = 10;
/** A week. */
const MAX_MINUTES = 10_080;

const stuckSchema = defineObject('StuckSession', {
  id: uuid,
  organizationId: uuid,
  workflowId: uuid,
  status: { type: 'string' },
  executorId: { ...uuid, nullable: true },
  reason: {
    type: 'string',
    enum: ['executor-gone', 'running', 'queued', 'backlog', 'due'],
    description:
      '`executor-gone`: its executor has no heartbeat; `running`: no step ended for this time; `queued`: in the ' +
      'queue and not taken; `backlog`: not enqueued yet; `due`: its delay is over.',
  },
  since: time,
});

export const listStuckSessions = defineRoute({
  method: 'GET',
  path: '/v1/operator/sessions/stuck',
  summary: 'List sessions that made no progress for long',
  description: 'The oldest 200, without those that flow control, a pause or a quota holds back.',
  security: { kind: 'operator' },
  query: query({ minutes: { type: 'integer', minimum: 0, maximum: MAX_MINUTES, default: DEFAULT_MINUTES } }),
  responses: { 200: { description: 'The oldest first.', schema: pageSchema('StuckSessionPage', stuckSchema) } },
  async handler({ store }, { query: { minutes = DEFAULT_MINUTES } }) {
    return { status: 200, body: { items: await store.operator.listStuck(minutes), nextCursor: null } };
  },
});
