import type { JsonObject } from '@workflow/workflow-model';
import { DEFAULT_TIMEOUT_SECONDS, namedOutput, nextAndErrorPorts } from '../descriptor.ts';
import type { ComponentDescriptor, ConfigProblem, JsonSchema } from '../descriptor.ts';
import { isObject } from '../field-schema.ts';

/** A header field name (RFC 9110 §5.1). */
const headerName = { type: 'string', maxLength: 128, pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", 'x-message': 'must be the name of a header' };

const verification: JsonSchema = {
  type: 'object',
  title: 'Signature verification',
  description: 'Refuses deliveries whose signature over the raw body is missing or wrong.',
  additionalProperties: false,
  required: ['scheme', 'secret'],
  properties: {
    scheme: { type: 'string', title: 'Scheme', enum: ['standard-webhooks', 'github', 'stripe', 'slack', 'hmac'] },
    secret: { type: 'string', title: 'Secret', description: 'Name of an organization secret.', minLength: 1, maxLength: 128, 'x-control': 'secret' },
    header: { ...headerName, title: 'Header', description: 'Header that holds the signature; required with scheme hmac.' },
    algorithm: { type: 'string', title: 'Algorithm', description: 'For scheme hmac.', enum: ['sha1', 'sha256', 'sha384', 'sha512'], default: 'sha256' },
    encoding: { type: 'string', title: 'Encoding', description: 'For scheme hmac.', enum: ['hex', 'base64', 'base64url'], default: 'hex' },
    toleranceSeconds: { type: 'integer', title: 'Tolerance (seconds)', description: 'How old or early a signed timestamp may be.', minimum: 1, maximum: 86_400, default: 300 },
  },
};

const rateLimit: JsonSchema = {
  type: 'object',
  title: 'Rate limit',
  description: 'Deliveries above it are answered 429.',
  additionalProperties: false,
  required: ['perMinute'],
  properties: {
    perMinute: { type: 'integer', title: 'Per minute', minimum: 1, maximum: 1_000_000 },
    burst: { type: 'integer', title: 'Burst', description: 'How many may come at once.', minimum: 1, maximum: 1_000_000 },
  },
};

export const webhook: ComponentDescriptor = {
  type: 'webhook',
  title: 'Webhook',
  description: 'Starts a published workflow when another application sends a request; gives the whole request as one JSON string.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      verification,
      deduplicateBy: {
        type: 'array',
        title: 'Deduplicate by',
        description: 'Headers of which the first present names the delivery; an empty list switches it off. By default webhook-id, x-github-delivery, idempotency-key.',
        maxItems: 20,
        items: headerName,
      },
      rateLimit,
    },
  },
  isTrigger: true,
  hasEffect: false,
  defaultTimeoutSeconds: DEFAULT_TIMEOUT_SECONDS,
  ports: nextAndErrorPorts,
  outputs: (component) => namedOutput(component, { type: 'TEXT' }),
  templates: () => [],
  checkConfig: checkVerification,
};

function checkVerification(config: JsonObject): ConfigProblem[] {
  const { verification: given } = config;
  if (!isObject(given) || given.scheme !== 'hmac' || given.header !== undefined) return [];
  return [{ pointer: '/verification/header', message: 'header is required with scheme hmac' }];
}
