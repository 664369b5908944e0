import type { AppContext } from '../context.ts';
import {
  defineRoute,
  defineSchema,
  type Route,
  type RouteReply,
  type RouteRequest,
  type RouteResponse,
} from '../http/define-route.ts';
import { originOf } from '../http/origin-of.ts';
import { object, uuid } from '../http/schema-parts.ts';
import { gatheredSchema } from '../intake/gathered-schema.ts';
import type { AcceptOutcome, DescribedSession, WebhookResponse } from '@workflow/session-store';
import { ApiError } from '../errors/api-error.ts';
import { answerWithResponse } from './answer-with-response.ts';
import { authenticateToken, type TokenSent } from './authenticate-token.ts';
import { readDelivery } from './read-delivery.ts';
import { noteRefusal, type RefusedDelivery } from './note-refusal.ts';

const acceptedSchema = defineSchema('WebhookAccepted', {
  type: 'object',
  required: ['workflowId', 'componentId', 'sessionId'],
  additionalProperties: false,
  properties: {
    workflowId: uuid,
    componentId: uuid,
    sessionId: { ...uuid, nullable: true, description: 'null only for a delivery that was filtered.' },
    gathered: gatheredSchema,
    filtered: { type: 'boolean', description: 'true: the filter of the component refused it, and no session starts.' },
  },
});

const handshakeSchema = defineSchema('WebhookHandshake', {
  type: 'object',
  description: 'The answer to a handshake of Event Grid or Zoom.',
  properties: {
    validationResponse: { type: 'string' },
    plainToken: { type: 'string' },
    encryptedToken: { type: 'string' },
  },
});

const HANDSHAKE: RouteResponse = {
  description: 'The answer to the handshake of a sender that the component names; no session starts.',
  schema: handshakeSchema,
  alternatives: { 'text/plain': { type: 'string' } },
};

/** Receives deliveries at the production URL of a webhook (contract §4.2), by the method that every sender uses. */
const receiveWebhook = defineRoute({
  method: 'POST',
  path: '/webhook/{workflowId}',
  summary: 'Start a published workflow by a webhook',
  description:
    'Accepts any content type, also compressed by gzip or deflate. Send the token in the `token` header or, where ' +
    'a header cannot be set, in the `token` query parameter. The webhook component outputs the whole request as ' +
    'one JSON string. A delivery that was received before is answered with its first session. A delivery for which ' +
    'the filter of the component is not true starts no session.',
  tag: 'Webhooks',
  security: { kind: 'webhook-token' },
  beforeMiddleware: true,
  params: object({ workflowId: uuid }),
  body: {},
  bodyTypes: ['application/json', '*/*'],
  bodyExample: { event: 'order.paid', order: { id: 42, total: 12.5 } },
  responses: {
    200: HANDSHAKE,
    202: {
      description: 'The session is committed and will run, or the delivery was filtered.',
      schema: acceptedSchema,
    },
    405: { description: 'The component takes other methods.' },
    409: { description: 'The workflow of this webhook is not published, or its component disabled.' },
  },
  async handler(context, request) {
    const { message, params } = request;
    const delivery: RefusedDelivery = { workflowId: params.workflowId, componentId: null, message };
    try {
      const token = await authenticateToken(context, message, params.workflowId);
      delivery.componentId = token.record.componentId;
      return await receive(context, request, token);
    } catch (error) {
      noteRefusal(context, delivery, error);
      throw error;
    }
  },
});

async function receive(
  context: AppContext,
  request: RouteRequest<unknown, unknown, unknown>,
  token: TokenSent,
): Promise<RouteReply> {
  const { exchange } = request;
  exchange.organizationId = token.record.organizationId;
  context.lastUsed.webhookToken(token.record.id);
  const delivery = await readDelivery(context, request, token);
  if (delivery.kind === 'handshake') return delivery.reply;
  if (delivery.kind === 'filtered') return answerFiltered(context, token, delivery.request);
  const { session, respondWithinMs } = delivery;
  session.origin = originOf(request);
  const outcome = await accept(context, session, respondWithinMs !== null);
  const sessionId = outcome.kind === 'accepted' ? session.id : outcome.sessionId;
  context.catcher.show(token.record, token.hash, { sessionId });
  exchange.sessionId = sessionId;
  if (respondWithinMs !== null && (outcome.kind === 'accepted' || outcome.kind === 'gathered')) {
    request.expectWait(respondWithinMs);
    const response = await awaitResponse(context, session, sessionId, respondWithinMs);
    if (response !== null) return answerWithResponse(context, session.organizationId, response);
  }
  const { workflowId, componentId } = session;
  const gathered = outcome.kind === 'gathered' && { gathered: true };
  return { status: 202, body: { workflowId, componentId, sessionId, ...gathered } };
}

/**
 * Counts a delivery against the limits and commits its session. A redelivery is recognized even when it is refused now,
 * because a limit is reached.
 */
async function accept(context: AppContext, session: DescribedSession, awaited: boolean): Promise<AcceptOutcome> {
  try {
    // Webhook senders read only Retry-After, so no RateLimit headers are sent.
    await context.runLimits.take(session.organizationId, null, session.placeholderValuesJson.length);
    return await context.intake.accept(session, { awaited });
  } catch (refusal) {
    const first = refusal instanceof ApiError ? await context.store.intake.findDelivery(session) : null;
    if (first === null) throw refusal;
    return { kind: 'redelivered', sessionId: first };
  }
}

/** Counts a delivery that the filter of its component refused. Nothing else of it is stored. */
function answerFiltered(context: AppContext, { record, hash }: TokenSent, request: string): RouteReply {
  const { organizationId, workflowId, componentId } = record;
  context.metrics.deliveryFiltered();
  context.filtered.count({ organizationId, workflowId, componentId });
  context.catcher.show(record, hash, { request, filtered: true });
  return { status: 202, body: { workflowId, componentId, sessionId: null, filtered: true } };
}

/**
 * Returns null if no response was stored in time, or the session ended without one.
 * @param sessionId the session of the delivery, or the one that it joined
 */
async function awaitResponse(
  { responseWaits, intake, store, log }: AppContext,
  { organizationId, gather }: Pick<DescribedSession, 'organizationId' | 'gather'>,
  sessionId: string,
  forMs: number,
): Promise<WebhookResponse | null> {
  const outcome = await responseWaits.wait(organizationId, sessionId, forMs);
  if (outcome === null) return null;
  if (outcome.response === null) {
    intake.ended(sessionId);
    return null;
  }
  // Another ingress may wait for the response of a session that gathers. It is deleted with its session.
  if (gather !== undefined) return outcome.response;
  // Nobody reads it again. If it is not deleted now, it is deleted with its session.
  store.sessions
    .deleteResponse(sessionId)
    .catch((err: unknown) => log.warn({ err, sessionId }, 'Could not delete the stored response of a webhook'));
  return outcome.response;
}

const {
  202: ACCEPTED,
  405: WRONG_METHOD,
  409: NOT_PUBLISHED,
} = receiveWebhook.responses as Required<Record<202 | 405 | 409, RouteResponse>>;
const { body: _body, bodyTypes: _types, bodyExample: _example, ...withoutBody } = receiveWebhook;

/**
 * The methods that a component may accept in addition to POST: for deliveries by `methods`, for handshakes by
 * `handshakes`.
 */
export const deliveryRoutes: Record<string, Route> = {
  receiveWebhook,
  receiveWebhookByPut: {
    ...receiveWebhook,
    method: 'PUT',
    methodIsOptional: true,
    summary: 'Deliver to a webhook with PUT, if the component accepts it',
    responses: { 202: ACCEPTED, 405: WRONG_METHOD, 409: NOT_PUBLISHED },
  },
  // HEAD precedes GET, because Express would answer it with the GET handler.
  answerWebhookHead: {
    ...withoutBody,
    method: 'HEAD',
    methodIsOptional: true,
    summary: 'Confirm to a sender that the webhook exists, where the component has the handshake head',
    responses: { 200: { description: 'The webhook exists.' }, 405: WRONG_METHOD, 409: NOT_PUBLISHED },
  },
  receiveWebhookByGet: {
    ...withoutBody,
    method: 'GET',
    methodIsOptional: true,
    summary: 'Deliver to a webhook with GET, if the component accepts it or has a handshake that uses it',
    responses: { 200: HANDSHAKE, 202: ACCEPTED, 405: WRONG_METHOD, 409: NOT_PUBLISHED },
  },
  answerWebhookOptions: {
    ...withoutBody,
    method: 'OPTIONS',
    methodIsOptional: true,
    summary: 'Allow a sender of CloudEvents to deliver, where the component has the handshake cloudevents',
    responses: {
      200: {
        description: 'The sender may deliver.',
        headers: {
          'WebHook-Allowed-Origin': { description: 'The origin that asked.', schema: { type: 'string' } },
          'WebHook-Allowed-Rate': { description: 'Deliveries per minute, or `*`.', schema: { type: 'string' } },
        },
      },
      405: WRONG_METHOD,
      409: NOT_PUBLISHED,
    },
  },
};
