import type { IncomingMessage } from 'node:http';
import { receivesRequests } from '@workflow/components/descriptors';
import type { WebhookTokenRecord } from '@workflow/session-store';
import type { StartableComponent, StartableDefinition } from '../caches/startable-workflow.ts';
import type { AppContext } from '../context.ts';
import { ApiError, methodNotAllowed } from '../errors/api-error.ts';
import { queryOf } from '../http/addresses/query-of.ts';
import type { RouteRequest } from '../http/define-route.ts';
import { answerHandshake, methodsOfHandshakes, type HandshakeReply } from './answer-handshake.ts';
import type { TokenSent } from './authenticate-token.ts';
import { checkSignature } from './check-signature.ts';
import { describeDelivery, type DescribedDelivery } from './describe-delivery.ts';
import { describeRequest } from './describe-request.ts';
import { isForm } from './is-form.ts';
import { readContent, type WebhookContent } from './read-content.ts';
import { checkPairCount } from './read-form.ts';
import { isMultipart } from '../http/bodies/multipart/is-multipart.ts';
import { nameStored, storeForm } from './store-form.ts';
import { webhookSettings, type WebhookSettings } from './webhook-settings.ts';

/** The result of reading a webhook request: a delivery, or the answer to a sender's handshake. */
export type Delivery = DescribedDelivery | { kind: 'handshake'; reply: HandshakeReply };

/**
 * Reads and checks a delivery, and describes the session that it starts. It is separate from the commit, so that the
 * body's bytes and text can be freed while many large deliveries wait for their commit.
 * @throws ApiError 409 not published or disabled, 405 a method that the component does not accept, 403 invalid
 * signature, 400 malformed body, 429 above the rate limit
 */
export async function readDelivery(
  context: AppContext,
  request: RouteRequest<unknown, unknown, unknown>,
  token: TokenSent,
): Promise<Delivery> {
  // This decides whether files are stored, before the body is read.
  const isCaught = context.catcher.isAwaited(token.record);
  const before = isMultipart(request.message)
    ? await findWebhook(context, token).catch((error: unknown) => {
        if (isCaught && isNotPublished(error)) return null;
        throw error;
      })
    : null;
  if (before !== null && webhookSettings(before.component.component).files === 'store')
    return readStoredDelivery(context, request, token, before);
  const { message, readBody } = request;
  const body = await readBody();
  const webhook = await findWebhook(context, token).catch(async (error: unknown) => {
    // A body that cannot be read is not shown. Its sender gets the same answer as without a listener.
    if (isCaught && isNotPublished(error))
      await catchUnpublished(context, token, message, body.bytes).catch(() => undefined);
    throw error;
  });
  return checkDelivery(context, token, webhook, { message, rawBody: body.bytes, sent: body.sent });
}

interface SentDelivery {
  message: IncomingMessage;
  rawBody: Buffer;
  /** The bytes as they were sent, which differ only if the body was compressed. */
  sent: Buffer;
}

/** Checks a delivery whose body was read, in this order: method, signature, handshake, rate limit. */
async function checkDelivery(
  context: AppContext,
  token: TokenSent,
  { definition, component }: PublishedWebhook,
  { message, rawBody, sent }: SentDelivery,
): Promise<Delivery> {
  const { organizationId, workflowId } = token.record;
  const settings = webhookSettings(component.component);
  const { verification, rateLimit, handshakes } = settings;
  const methods: readonly string[] = settings.methods;
  const method = message.method ?? '';
  const handshakeMethods = methodsOfHandshakes(handshakes);
  if (!methods.includes(method) && !handshakeMethods.includes(method)) throw notAmong(methods, handshakeMethods);
  const rawBodies = sent === rawBody ? [sent] : [sent, rawBody];
  const signed = { organizationId, workflowId, message, rawBodies };
  // A signature may cover the fields of a form.
  if (isForm(message)) checkPairCount(rawBody, context.config.http.maxFormFields);
  const secret = verification === undefined ? null : await checkSignature(context, signed, verification);
  // The turn is here, because many deliveries may have waited for the same look-ups.
  await context.bodies.turns.wait(organizationId, rawBody.length);
  // A handshake may have an empty body that is no content of the type that it names.
  const sentContent = rawBody.length === 0 ? null : contentOf(message, rawBody, context.config.http.maxFormFields);
  const reply = handshakeOf(settings, message, sentContent?.value, secret);
  if (reply !== null) return { kind: 'handshake', reply };
  if (!methods.includes(method)) throw notAmong(methods, handshakeMethods);
  const content = sentContent ?? contentOf(message, rawBody, context.config.http.maxFormFields);
  await takeTurn(context, token, rateLimit);
  return describeDelivery(token, definition, component, { message, content, rawBody });
}

/** Shows a request to a listener of an unpublished workflow. Its sender is refused as usual, since no session runs. */
async function catchUnpublished(
  { catcher, config, bodies }: AppContext,
  token: TokenSent,
  message: IncomingMessage,
  rawBody: Buffer,
): Promise<void> {
  await bodies.turns.wait(token.record.organizationId, rawBody.length);
  const content = contentOf(message, rawBody, config.http.maxFormFields);
  const more = { token: token.text, receivedAt: new Date().toISOString(), rawBody: null };
  const { json: request } = describeRequest(message, content, more);
  catcher.show(token.record, token.hash, { request, filtered: false });
}

function isNotPublished(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'WEBHOOK_NOT_PUBLISHED';
}

/** Reads the delivery of a form whose files are stored while it arrives. No signature covers it. */
async function readStoredDelivery(
  context: AppContext,
  request: RouteRequest<unknown, unknown, unknown>,
  token: TokenSent,
  { definition, component }: PublishedWebhook,
): Promise<Delivery> {
  const settings = webhookSettings(component.component);
  const { methods, rateLimit, handshakes } = settings;
  const { message } = request;
  const { organizationId } = token.record;
  if (!methods.some((method) => method === message.method)) throw notAmong(methods, methodsOfHandshakes(handshakes));
  await takeTurn(context, token, rateLimit);
  const content = await storeForm(context, request, organizationId);
  const delivery = await describeDelivery(token, definition, component, { message, content, rawBody: NO_BYTES });
  if (delivery.kind === 'session') await nameStored(context, organizationId, delivery.session.id, content);
  else await context.files.discard(organizationId, content.fileIds);
  return delivery;
}

const NO_BYTES = Buffer.alloc(0);

async function takeTurn(
  { rateLimits }: AppContext,
  { record: { workflowId, componentId } }: TokenSent,
  rateLimit: WebhookSettings['rateLimit'],
): Promise<void> {
  if (rateLimit === undefined) return;
  await rateLimits.require('webhook', `${workflowId}:${componentId}`, rateLimit);
}

interface PublishedWebhook {
  definition: StartableDefinition;
  component: StartableComponent;
}

async function findWebhook({ caches }: AppContext, { record }: TokenSent): Promise<PublishedWebhook> {
  const workflow = await caches.workflows.get(record.workflowId);
  // A token of a deleted workflow counts as deleted.
  if (workflow === null) throw new ApiError('PERMISSION_DENIED');
  return publishedWebhook(workflow.published, record);
}

function notAmong(methods: readonly string[], handshakeMethods: readonly string[]): ApiError {
  return methodNotAllowed([...new Set([...methods, ...handshakeMethods])].sort().join(', '));
}

function contentOf({ method, headers }: IncomingMessage, rawBody: Buffer, maxFields: number): WebhookContent {
  // Many clients name a type on requests that have no body.
  const hasBody = rawBody.length > 0 || method === 'POST' || method === 'PUT';
  return readContent(hasBody ? headers['content-type'] : undefined, rawBody, maxFields);
}

function handshakeOf(
  { handshakes, rateLimit }: WebhookSettings,
  { method = '', headers, url = '' }: IncomingMessage,
  body: unknown,
  secret: string | null,
): HandshakeReply | null {
  if (handshakes.length === 0) return null;
  const query = new URLSearchParams(queryOf(url));
  return answerHandshake(handshakes, { method, headers, query, body, secret, perMinute: rateLimit?.perMinute ?? null });
}

function publishedWebhook(published: StartableDefinition | null, token: WebhookTokenRecord): PublishedWebhook {
  const component = published?.findComponent(token.componentId);
  if (published === null || component === undefined || !receivesRequests(component.component.type))
    throw new ApiError('WEBHOOK_NOT_PUBLISHED');
  if (component.component.disabled === true) throw new ApiError('WEBHOOK_DISABLED');
  return { definition: published, component };
}
