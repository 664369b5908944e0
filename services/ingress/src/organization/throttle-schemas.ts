import { defineSchema } from '../http/define-route.ts';
import { object, time } from '../http/schema-parts.ts';

export const throttlePath = '/v1/organization/throttles';
export const throttleSecurity = { kind: 'caller', scope: 'manage', role: 'admin' } as const;

/** A host name, or an IP address as a URL contains it. The service stores it in lowercase. */
export const throttleHost = {
  type: 'string',
  minLength: 1,
  maxLength: 253,
  pattern: '^(?:[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?|\\[[0-9A-Fa-f:.]+\\])$',
  'x-message': 'must be a host without scheme, port or path',
} as const;

const throttleParams = object({ host: throttleHost });

/** The common part of the routes of one throttle. */
export const throttleOfHost = {
  path: `${throttlePath}/{host}`,
  security: throttleSecurity,
  params: throttleParams,
};

const rate = {
  perSecond: { type: 'number', minimum: 0.001, maximum: 100_000, description: 'Calls a second.' },
  burst: {
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
    description: 'Calls that may start at the same time after a pause.',
  },
} as const;

export const throttleRateSchema = defineSchema('ThrottleRate', {
  type: 'object',
  additionalProperties: false,
  required: ['perSecond'],
  properties: rate,
});

export const throttleSchema = defineSchema('Throttle', {
  type: 'object',
  required: ['host', 'perSecond', 'burst', 'updatedAt'],
  properties: { host: { type: 'string' }, ...rate, updatedAt: time },
});
