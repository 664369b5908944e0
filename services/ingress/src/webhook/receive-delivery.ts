import type { IncomingMessage } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { NewSession, WebhookTokenRecord } from '@workflow/session-store';
import { v7 as uuidv7 } from 'uuid';
import type { PreparedDefinition } from '../caches/runnable-in-memory.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { answerJsonText } from '../http/answer.ts';
import { exchangeOf } from '../http/exchange.ts';
import { acceptSession } from '../runs/accept-session.ts';
import type { RunnableComponent } from '../runs/runnable-components.ts';
import { buildOutput } from './build-output.ts';
import { deliveryId } from './delivery-id.ts';
import { readContent } from './read-content.ts';
import { SIGNATURE_SCHEMES, type VerificationSettings } from './verification/index.ts';
import { webhookSettings } from './webhook-settings.ts';

export interface Delivery {
  request: IncomingMessage;
  token: WebhookTokenRecord;
  /** The token as it was sent, to keep it out of the output. */
  tokenText: string;
  rawBody: Buffer;
}

/**
 * Starts a session of the token's component and answers 202 when it is committed; a redelivery gets the first
 * session's id.
 * @throws ApiError 409 not published, 429 above the rate limit, 403 bad signature, 400 malformed JSON
 */
export function receiveDelivery(context: AppContext, delivery: Delivery, response: ServerResponse): Promise<void> {
  // Two functions, so that a body's bytes and text are let go while many large deliveries wait for their commit.
  return prepareSession(context, delivery).then((session) => accept(context, session, response));
}

async function prepareSession(context: AppContext, delivery: Delivery): Promise<NewSession> {
  const { token, request, rawBody } = delivery;
  const known = context.caches.workflows.peek(token.workflowId);
  const workflow = known === undefined ? await context.caches.workflows.load(token.workflowId) : known;
  // A token whose workflow is gone is as good as deleted.
  if (workflow === null) throw new ApiError('PERMISSION_DENIED');
  const { definition, component } = publishedWebhook(workflow.published, token);
  const { verification, deduplicateBy, rateLimit } = webhookSettings(component.component);
  if (rateLimit !== undefined) {
    const waitSeconds = await context.rateLimits.take(`${token.workflowId}:${token.componentId}`, rateLimit);
    if (waitSeconds > 0) throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': String(waitSeconds) } });
  }
  if (verification !== undefined) await verify(context, delivery, verification);

  const content = readContent(request.headers['content-type'], rawBody);
  const { output } = component.component;
  const session: NewSession = {
    id: uuidv7(),
    organizationId: token.organizationId,
    workflowId: token.workflowId,
    definitionId: definition.definitionId,
    workflowVersion: definition.version,
    componentId: token.componentId,
    trigger: 'WEBHOOK',
    mode: 'PROD',
    placeholderValuesJson: JSON.stringify(output === undefined ? {} : { [output]: buildOutput(request, content, delivery.tokenText, new Date().toISOString()) }),
    startedBy: token.id,
    enqueue: false,
  };
  const id = deliveryId(request.headers, deduplicateBy);
  if (id !== undefined) session.delivery = { id };
  return session;
}

async function accept(context: AppContext, session: NewSession, response: ServerResponse): Promise<void> {
  const outcome = await acceptSession(context, session, false);
  const accepted = outcome.kind === 'accepted' ? session.id : outcome.sessionId;
  const exchange = exchangeOf(response);
  if (exchange !== undefined) exchange.sessionId = accepted;
  answerJsonText(response, 202, `{"workflowId":"${session.workflowId}","componentId":"${session.componentId}","sessionId":"${accepted}"}`);
}

function publishedWebhook(published: PreparedDefinition | null, token: WebhookTokenRecord): { definition: PreparedDefinition; component: RunnableComponent } {
  const component = published?.components.get(token.componentId);
  if (published === null || component === undefined || component.component.type !== 'webhook') throw new ApiError('WEBHOOK_NOT_PUBLISHED');
  return { definition: published, component };
}

async function verify(context: AppContext, delivery: Delivery, settings: VerificationSettings): Promise<void> {
  const { organizationId } = delivery.token;
  const secret = await context.caches.secrets.get(`${organizationId}/${settings.secret}`);
  if (secret === null) {
    context.log.warn({ organizationId, workflowId: delivery.token.workflowId, missing: settings.secret }, 'the secret that verifies a webhook does not exist');
    throw new ApiError('PERMISSION_DENIED');
  }
  const scheme = SIGNATURE_SCHEMES[settings.scheme];
  const nowSeconds = Math.floor(Date.now() / 1000);
  const signed = { headers: delivery.request.headers, rawBody: delivery.rawBody, secret: secret.value, settings, nowSeconds };
  if (scheme === undefined || !scheme(signed)) throw new ApiError('PERMISSION_DENIED');
}
