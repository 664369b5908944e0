import type { ServerResponse } from 'node:http';
import type { WebhookTokenRecord } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { answerError } from '../http/answer.ts';
import { startAnswerDeadline } from '../http/answer-deadline.ts';
import { defineDirectRoute, defineSchema, type DirectRequest } from '../http/define-route.ts';
import { exchangeOf } from '../http/exchange.ts';
import { readBodyInTurn } from '../http/read-body.ts';
import { checkToken, findToken, tokenOf } from '../webhook/authenticate-token.ts';
import { receiveDelivery } from '../webhook/receive-delivery.ts';

const uuid = { type: 'string', format: 'uuid' } as const;

const acceptedSchema = defineSchema('WebhookAccepted', {
  type: 'object',
  required: ['workflowId', 'componentId', 'sessionId'],
  additionalProperties: false,
  properties: { workflowId: uuid, componentId: uuid, sessionId: uuid },
});

/** Spec §4.2 and §5.2: the Production Endpoint URL. */
export const receiveWebhook = defineDirectRoute({
  method: 'POST',
  path: '/webhook/{workflowId}',
  operationId: 'receiveWebhook',
  summary: 'Start a published workflow by a webhook',
  description:
    'Takes any content type. The token stands in the `token` header or, where a header cannot be set, in the `token` query parameter. ' +
    'The webhook component outputs the whole request as one JSON string. A delivery that was received before is answered with its first session.',
  tags: ['Webhooks'],
  security: { kind: 'webhook-token' },
  params: { type: 'object', required: ['workflowId'], properties: { workflowId: uuid } },
  body: {},
  bodyTypes: ['application/json', '*/*'],
  bodyExample: { event: 'order.paid', order: { id: 42, total: 12.5 } },
  responses: {
    202: { description: 'The session is committed and will run.', schema: acceptedSchema },
    409: { description: 'The workflow of this webhook is not published.' },
  },
  direct(context, request, response) {
    const tokenText = tokenOf(request);
    if (tokenText === undefined) return answerError(response, new ApiError('UNAUTHORIZED'));
    const found = findToken(context, tokenText);
    if (found instanceof Promise) {
      found.then((record) => receive(context, request, response, record, tokenText)).catch((error: unknown) => answerError(response, error));
    } else receive(context, request, response, found, tokenText);
  },
});

function receive(context: AppContext, request: DirectRequest, response: ServerResponse, record: WebhookTokenRecord | null, tokenText: string): void {
  const token = checkToken(record, request.params['workflowId']);
  const exchange = exchangeOf(response);
  if (exchange !== undefined) exchange.organizationId = token.organizationId;
  context.lastUsed.webhookToken(token.id);
  readBodyInTurn(context, request, response, (tooLarge, rawBody) => {
    if (tooLarge !== null) return answerError(response, tooLarge);
    startAnswerDeadline(context, response);
    receiveDelivery(context, { request, token, tokenText, rawBody }, response).catch((error: unknown) => answerError(response, error));
  });
}
