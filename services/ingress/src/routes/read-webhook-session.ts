import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { answerError, answerJson } from '../http/answer.ts';
import { startAnswerDeadline } from '../http/answer-deadline.ts';
import { defineDirectRoute, defineSchema, type DirectRequest } from '../http/define-route.ts';
import { SESSION_STATUSES } from '@workflow/workflow-model';
import { checkToken, findToken, tokenOf } from '../webhook/authenticate-token.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const time = { type: 'string', format: 'date-time' } as const;

const statusSchema = defineSchema('WebhookSessionStatus', {
  type: 'object',
  required: ['workflowId', 'componentId', 'sessionId', 'status', 'createdAt', 'startedAt', 'finishedAt'],
  additionalProperties: false,
  properties: {
    workflowId: uuid,
    componentId: uuid,
    sessionId: uuid,
    status: { type: 'string', enum: [...SESSION_STATUSES] },
    createdAt: time,
    startedAt: { ...time, nullable: true },
    finishedAt: { ...time, nullable: true },
  },
});

/** Lets a sender see what became of its delivery, with the credential it has. Results stay with the organization. */
export const readWebhookSession = defineDirectRoute({
  method: 'GET',
  path: '/webhook/{workflowId}/sessions/{sessionId}',
  operationId: 'readWebhookSession',
  summary: 'Read the status of a session that this token started',
  tags: ['Webhooks'],
  security: { kind: 'webhook-token' },
  params: { type: 'object', required: ['workflowId', 'sessionId'], properties: { workflowId: uuid, sessionId: uuid } },
  responses: {
    200: { description: 'How the session stands.', schema: statusSchema },
    404: { description: 'This token started no such session.' },
  },
  direct(context, request, response) {
    startAnswerDeadline(context, response);
    read(context, request).then(
      (body) => answerJson(response, 200, body),
      (error: unknown) => answerError(response, error),
    );
  },
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function read(context: AppContext, request: DirectRequest): Promise<object> {
  const tokenText = tokenOf(request);
  if (tokenText === undefined) throw new ApiError('UNAUTHORIZED');
  const token = checkToken(await findToken(context, tokenText), request.params['workflowId']);
  const id = request.params['sessionId'] ?? '';
  const session = UUID.test(id) ? await context.sessionViews.findStartedBy(token.id, id) : null;
  if (session === null) throw new ApiError('SESSION_NOT_FOUND', { values: { id } });
  const { workflowId, componentId, status, createdAt, startedAt, finishedAt } = session;
  return { workflowId, componentId, sessionId: session.id, status, createdAt, startedAt, finishedAt };
}
