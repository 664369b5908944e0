import { isUuid, SESSION_STATUSES } from '@workflow/workflow-model';
import { sessionNotFound } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { defineStrictObject, object, time, uuid } from '../http/schema-parts.ts';
import { authenticateToken } from './authenticate-token.ts';

const statusSchema = defineStrictObject('WebhookSessionStatus', {
  workflowId: uuid,
  componentId: uuid,
  sessionId: uuid,
  status: { type: 'string', enum: [...SESSION_STATUSES] },
  createdAt: time,
  startedAt: { ...time, nullable: true },
  finishedAt: { ...time, nullable: true },
});

/** Shows a sender the status of its delivery's session, by its token. Only the organization can read results. */
export const readWebhookSession = defineRoute({
  method: 'GET',
  path: '/webhook/{workflowId}/sessions/{sessionId}',
  summary: 'Read the status of a session that this token started',
  tag: 'Webhooks',
  security: { kind: 'webhook-token' },
  beforeMiddleware: true,
  params: object({ workflowId: uuid, sessionId: uuid }),
  responses: {
    200: { description: 'The status of the session.', schema: statusSchema },
    404: { description: 'This token started no such session.' },
  },
  async handler(context, { message, params }) {
    const { record } = await authenticateToken(context, message, params.workflowId);
    const id = params.sessionId;
    const session = isUuid(id) ? await context.store.sessions.queries.findStartedBy(record.id, id) : null;
    if (session === null) throw sessionNotFound(id);
    const { workflowId, componentId, status, createdAt, startedAt, finishedAt } = session;
    return {
      status: 200,
      body: { workflowId, componentId, sessionId: session.id, status, createdAt, startedAt, finishedAt },
    };
  },
});
