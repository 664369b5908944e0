import { defineComponent, rateLimitSchema, type ConfigProblem } from '@workflow/component-kit';
import type { JsonObject } from '@workflow/workflow-model';

/** A header field name (RFC 9110 §5.1). */
const headerName = {
  type: 'string',
  maxLength: 128,
  pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
  'x-message': 'must be the name of a header',
} as const;

/** A header, or a JSON pointer (RFC 6901) of at least one part into a JSON body. */
const deliveryIdSource = {
  type: 'string',
  maxLength: 256,
  pattern: "^([A-Za-z0-9!#$%&'*+.^_`|~-]+|body:(/([^/~]|~[01])*)+)$",
  'x-message': "must be the name of a header, or 'body:' and a JSON pointer such as body:/event/id",
} as const;

const SIGNATURE_SCHEMES = [
  'standard-webhooks',
  'github',
  'stripe',
  'slack',
  'zoom',
  'twilio',
  'square',
  'hubspot',
  'discord',
  'twitch',
  'hmac',
] as const;

const SCHEME_NAMES: Readonly<Record<(typeof SIGNATURE_SCHEMES)[number], string>> = {
  'standard-webhooks': 'Standard Webhooks (Svix)',
  github: 'GitHub',
  stripe: 'Stripe',
  slack: 'Slack',
  zoom: 'Zoom',
  twilio: 'Twilio',
  square: 'Square',
  hubspot: 'HubSpot',
  discord: 'Discord',
  twitch: 'Twitch',
  hmac: 'HMAC (other senders)',
};

/** The run API has the same limit for callers that wait. */
const MAX_RESPONSE_SECONDS = 60;

/** Schemes that sign a timestamp. */
const TIMED_SCHEMES = ['standard-webhooks', 'stripe', 'slack', 'zoom', 'hubspot', 'discord', 'twitch'] as const;

const HANDSHAKES = [
  'slack',
  'meta',
  'microsoft-graph',
  'event-grid',
  'cloudevents',
  'zoom',
  'twitch',
  'dropbox',
  'head',
] as const;

const HANDSHAKE_NAMES: Readonly<Record<(typeof HANDSHAKES)[number], string>> = {
  slack: 'Slack',
  meta: 'Meta',
  'microsoft-graph': 'Microsoft Graph',
  'event-grid': 'Azure Event Grid',
  cloudevents: 'CloudEvents',
  zoom: 'Zoom',
  twitch: 'Twitch',
  dropbox: 'Dropbox',
  head: 'HEAD request',
};

const verification = {
  type: 'object',
  title: 'Signature verification',
  description: 'Refuse deliveries without a valid signature.',
  additionalProperties: false,
  required: ['scheme', 'secret'],
  properties: {
    scheme: {
      type: 'string',
      title: 'Scheme',
      description: 'How the sender signs its requests.',
      enum: SIGNATURE_SCHEMES,
      'x-labels': SCHEME_NAMES,
    },
    secret: {
      type: 'string',
      title: 'Secret',
      description: 'A secret with the signing key. For Discord: the public key of the application.',
      minLength: 1,
      maxLength: 128,
      'x-reference': { kind: 'secret' },
    },
    header: {
      ...headerName,
      title: 'Header',
      description: 'The header that contains the signature. If empty, x-signature.',
      'x-show': { scheme: 'hmac' },
    },
    algorithm: {
      type: 'string',
      title: 'Algorithm',
      enum: ['sha1', 'sha256', 'sha384', 'sha512'],
      'x-labels': { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' },
      'x-show': { scheme: 'hmac' },
      default: 'sha256',
    },
    encoding: {
      type: 'string',
      title: 'Encoding',
      enum: ['hex', 'base64', 'base64url'],
      'x-labels': { hex: 'Hex', base64: 'Base64', base64url: 'Base64url' },
      'x-show': { scheme: 'hmac' },
      default: 'hex',
    },
    toleranceSeconds: {
      type: 'integer',
      title: 'Tolerance (seconds)',
      description: 'How old or how far in the future the signed time may be.',
      minimum: 1,
      maximum: 86_400,
      default: 300,
      'x-show': { scheme: TIMED_SCHEMES },
    },
  },
} as const;

export const descriptor = defineComponent({
  type: 'webhook',
  title: 'Webhook',
  description: 'Starts the workflow when another application sends an HTTP request. Outputs the request as JSON text.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      verification,
      deduplicateBy: {
        type: 'array',
        title: 'Deduplicate by',
        description:
          'Header names, or body:/… for a value in a JSON body, such as body:/id. The first of these that a ' +
          'delivery has is its id. Repeated deliveries within 7 days start no second session.',
        maxItems: 20,
        items: deliveryIdSource,
        // Standard Webhooks, Svix, GitHub, and the IETF draft.
        default: ['webhook-id', 'svix-id', 'x-github-delivery', 'idempotency-key'],
      },
      filter: {
        type: 'string',
        title: 'Filter',
        description:
          "A delivery starts a session only if this is true, such as request.body.type = 'order.created'. Others get " +
          '202 and are counted, but start nothing.',
        minLength: 1,
        'x-control': 'expression',
        'x-names': ['request'],
        'x-bounded': true,
      },
      rateLimit: rateLimitSchema('Further deliveries are refused with 429.'),
      response: {
        type: 'object',
        title: 'Response',
        description: 'The sender waits until a Respond component runs. If none runs in time, the sender gets 202.',
        additionalProperties: false,
        properties: {
          timeoutSeconds: {
            type: 'integer',
            title: 'Maximum wait (seconds)',
            minimum: 1,
            maximum: MAX_RESPONSE_SECONDS,
            default: 10,
          },
        },
      },
      handshakes: {
        type: 'array',
        title: 'Handshakes',
        description:
          'Answer the verification request that these services send first. No session starts for it. ' +
          'Zoom also needs a signature verification.',
        maxItems: HANDSHAKES.length,
        items: { type: 'string', enum: HANDSHAKES, 'x-labels': HANDSHAKE_NAMES },
        default: [],
      },
      methods: {
        type: 'array',
        title: 'Methods',
        description: 'HTTP methods that start a session.',
        minItems: 1,
        maxItems: 3,
        items: { type: 'string', enum: ['POST', 'PUT', 'GET'] },
        default: ['POST'],
      },
      files: {
        type: 'string',
        title: 'Files',
        description: 'Store: save uploaded files and pass them on as files. Inline: keep them in the body as base64.',
        enum: ['inline', 'store'],
        default: 'inline',
        'x-labels': { inline: 'Inline', store: 'Store' },
      },
      keepRawBody: {
        type: 'boolean',
        title: 'Include the raw body',
        description: 'Adds the unchanged body as rawBody, in base64.',
        default: false,
      },
    },
  },
  hasEffect: false,
  produces: { name: 'request', type: 'TEXT' },
  trigger: { sessions: 'WEBHOOK', keeps: ['access-token'], takes: 'request' },
  checkConfig: checkAcrossSettings,
});

function checkAcrossSettings({ verification: given, handshakes, files, keepRawBody }: JsonObject): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (given === undefined && Array.isArray(handshakes) && handshakes.includes('zoom'))
    problems.push({
      pointer: '/handshakes',
      rule: 'The handshake with Zoom needs signature verification, because its answer is signed with that secret',
    });
  const whole = [given !== undefined && 'verification', keepRawBody === true && 'keepRawBody'].filter(Boolean);
  if (files === 'store' && whole.length > 0)
    problems.push({
      pointer: '/files',
      rule: `Stored files cannot be combined with ${whole.join(' and ')}, which need the whole body`,
    });
  return problems;
}
