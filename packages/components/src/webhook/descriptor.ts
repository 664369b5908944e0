import { defineComponent, isObject, rateLimitSchema, type ConfigProblem } from '@workflow/component-kit';
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

/** As callers of the run API wait. */
const MAX_RESPONSE_SECONDS = 60;

/** Those that sign a timestamp. */
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

const verification = {
  type: 'object',
  title: 'Signature verification',
  description: 'Refuses deliveries whose signature over the raw body is missing or wrong.',
  additionalProperties: false,
  required: ['scheme', 'secret'],
  properties: {
    scheme: {
      type: 'string',
      title: 'Scheme',
      description: 'How the sender signs; standard-webhooks is that of Svix as well.',
      enum: SIGNATURE_SCHEMES,
    },
    secret: {
      type: 'string',
      title: 'Secret',
      description: 'Name of an organization secret; for Discord its value is the public key of the application.',
      minLength: 1,
      maxLength: 128,
      'x-reference': { kind: 'secret' },
    },
    header: {
      ...headerName,
      title: 'Header',
      description: 'Header that contains the signature; required with scheme hmac.',
      'x-show': { scheme: 'hmac' },
    },
    algorithm: {
      type: 'string',
      title: 'Algorithm',
      description: 'For scheme hmac.',
      enum: ['sha1', 'sha256', 'sha384', 'sha512'],
      'x-show': { scheme: 'hmac' },
      default: 'sha256',
    },
    encoding: {
      type: 'string',
      title: 'Encoding',
      description: 'For scheme hmac.',
      enum: ['hex', 'base64', 'base64url'],
      'x-show': { scheme: 'hmac' },
      default: 'hex',
    },
    toleranceSeconds: {
      type: 'integer',
      title: 'Tolerance (seconds)',
      description: 'How far a signed timestamp may be in the past or future.',
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
  description:
    'Starts a published workflow when another application sends a request. ' +
    'Outputs the whole request as one JSON string.',
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
          'The first of these that is present identifies the delivery: the name of a header, or body:/pointer for a ' +
          'value in a JSON body, such as body:/id. It starts one session, however often it arrives within 7 days.',
        maxItems: 20,
        items: deliveryIdSource,
        // Standard Webhooks, Svix, GitHub, and the IETF draft.
        default: ['webhook-id', 'svix-id', 'x-github-delivery', 'idempotency-key'],
      },
      rateLimit: rateLimitSchema('Deliveries above it are answered 429.'),
      response: {
        type: 'object',
        title: 'Response',
        description: 'Senders wait for the first Respond of the session; without one in time they are answered 202.',
        additionalProperties: false,
        properties: {
          timeoutSeconds: {
            type: 'integer',
            title: 'Wait at most (seconds)',
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
          'Senders whose question before the first delivery is answered; the answer starts no session. ' +
          'Zoom needs the secret of the verification.',
        maxItems: HANDSHAKES.length,
        items: { type: 'string', enum: HANDSHAKES },
        default: [],
      },
      methods: {
        type: 'array',
        title: 'Methods',
        description: 'Requests of these methods are deliveries. Default: POST.',
        minItems: 1,
        maxItems: 3,
        items: { type: 'string', enum: ['POST', 'PUT', 'GET'] },
        default: ['POST'],
      },
      files: {
        type: 'string',
        title: 'Files',
        description:
          '`store` stores the files of a multipart body, each up to MAX_FILE_BYTES, and gives values of type FILE; ' +
          '`inline` gives them in base64, within MAX_BODY_BYTES.',
        enum: ['inline', 'store'],
        default: 'inline',
      },
      keepRawBody: {
        type: 'boolean',
        title: 'Keep the raw body',
        description: 'Adds the bytes of the body as rawBody, in base64.',
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
  if (isObject(given) && given.scheme === 'hmac' && given.header === undefined)
    problems.push({ pointer: '/verification/header', field: 'header', rule: 'is required with scheme hmac' });
  if (given === undefined && Array.isArray(handshakes) && handshakes.includes('zoom'))
    problems.push({
      pointer: '/handshakes',
      rule: 'the handshake zoom needs verification, because its answer is signed with that secret',
    });
  const whole = [given !== undefined && 'verification', keepRawBody === true && 'keepRawBody'].filter(Boolean);
  if (files === 'store' && whole.length > 0)
    problems.push({
      pointer: '/files',
      rule: `files that are stored cannot be combined with ${whole.join(' and ')}, which need the whole body`,
    });
  return problems;
}
