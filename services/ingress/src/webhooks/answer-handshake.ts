import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

interface HandshakeRequest {
  method: string;
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  /** The parsed JSON body, or undefined if there is none. */
  body: unknown;
  /** The secret of the component's verification, or null if there is none. */
  secret: string | null;
  /** The component's rate limit, or null if there is none. */
  perMinute: number | null;
}

/** A `RouteReply`. */
export interface HandshakeReply {
  status: 200;
  body?: Record<string, string>;
  text?: string;
  headers?: Record<string, string>;
}

interface HandshakeRule {
  /** The method of handshake requests. */
  method: string;
  /** The answer, or null if the request is no handshake of this sender. */
  answer(request: HandshakeRequest): HandshakeReply | null;
}

/**
 * The request that each sender makes before it delivers, and the answer that it expects. All but Zoom's repeat a value.
 */
const RULES = {
  /** "Events API": `url_verification`. */
  slack: {
    method: 'POST',
    answer: ({ body }) => (at(body, 'type') === 'url_verification' ? echo(at(body, 'challenge')) : null),
  },
  /** "Webhooks from Meta": `hub.mode=subscribe`. */
  meta: {
    method: 'GET',
    answer: ({ query }) => (query.get('hub.mode') === 'subscribe' ? echo(query.get('hub.challenge')) : null),
  },
  /** "Receive change notifications through webhooks": `validationToken` in the query. */
  'microsoft-graph': { method: 'POST', answer: ({ query }) => echo(query.get('validationToken')) },
  /** "Endpoint validation with Event Grid event schema". */
  'event-grid': { method: 'POST', answer: answerEventGrid },
  /** "HTTP 1.1 Web Hooks for Event Delivery", §4. */
  cloudevents: { method: 'OPTIONS', answer: answerCloudEvents },
  /** "Validate your webhook endpoint": `endpoint.url_validation`. */
  zoom: { method: 'POST', answer: answerZoom },
  /** "Handling webhook events": `webhook_callback_verification`. */
  twitch: {
    method: 'POST',
    answer: ({ headers, body }) =>
      headers['twitch-eventsub-message-type'] === 'webhook_callback_verification' ? echo(at(body, 'challenge')) : null,
  },
  /** "Webhooks": `challenge` in the query of a GET. */
  dropbox: { method: 'GET', answer: ({ query }) => echo(query.get('challenge')) },
  /** Trello, Mailchimp and others check whether the URL answers. */
  head: { method: 'HEAD', answer: () => ({ status: 200 }) },
} as const satisfies Record<string, HandshakeRule>;

type Handshake = keyof typeof RULES;

/** Returns the answer to a handshake of one of these senders, or null if the request is none. */
export function answerHandshake(handshakes: readonly Handshake[], request: HandshakeRequest): HandshakeReply | null {
  for (const name of handshakes) {
    const rule: HandshakeRule = RULES[name];
    const reply = rule.method === request.method ? rule.answer(request) : null;
    if (reply !== null) return reply;
  }
  return null;
}

/** Returns the methods of these handshakes' requests. */
export function methodsOfHandshakes(handshakes: readonly Handshake[]): string[] {
  return handshakes.map((name) => RULES[name].method);
}

function answerEventGrid({ body }: HandshakeRequest): HandshakeReply | null {
  const events: unknown[] = Array.isArray(body) ? body : [body];
  const validation = events.find(
    (event) => at(event, 'eventType') === 'Microsoft.EventGrid.SubscriptionValidationEvent',
  );
  const code = at(at(validation, 'data'), 'validationCode');
  return typeof code === 'string' ? { status: 200, body: { validationResponse: code } } : null;
}

function answerCloudEvents({ headers, perMinute }: HandshakeRequest): HandshakeReply | null {
  const origin = headers['webhook-request-origin'];
  if (typeof origin !== 'string' || origin === '') return null;
  return {
    status: 200,
    headers: {
      Allow: 'POST',
      'WebHook-Allowed-Origin': origin,
      'WebHook-Allowed-Rate': perMinute === null ? '*' : String(perMinute),
    },
  };
}

function answerZoom({ body, secret }: HandshakeRequest): HandshakeReply | null {
  const plainToken = at(at(body, 'payload'), 'plainToken');
  if (at(body, 'event') !== 'endpoint.url_validation' || typeof plainToken !== 'string' || secret === null) return null;
  const encryptedToken = createHmac('sha256', secret).update(plainToken).digest('hex');
  return { status: 200, body: { plainToken, encryptedToken } };
}

function echo(challenge: unknown): HandshakeReply | null {
  return typeof challenge === 'string' && challenge !== '' ? { status: 200, text: challenge } : null;
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
