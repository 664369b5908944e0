import { ApiError } from '../../errors/api-error.ts';
import { checkStorable } from '../../http/check-storable.ts';
import { clientAddress } from '../../http/addresses/client-address.ts';
import { networkOf } from '../../http/addresses/network-of.ts';
import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { name } from '../../http/schema-parts.ts';
import { retryAfter } from '../sign-ins/sign-in-throttle.ts';
import { hashDeviceCode, hashUserCode, INTERVAL_SECONDS, newDeviceCode, newUserCode } from './device-codes.ts';
import { keyScopes } from './key-scopes.ts';

const HOUR_MS = 3_600_000;

/** RFC 8628 §3.1 and §3.2, in JSON. */
export const beginDeviceSignIn = defineRoute({
  method: 'POST',
  path: '/v1/device-sign-ins',
  operationId: 'beginDeviceSignIn',
  summary: 'Ask for an API key that an admin confirms in a browser',
  description:
    'For programs at a terminal (RFC 8628). The answer has a code for the person and one for the program, which asks ' +
    'with it until the person answered. Both are good once.',
  tags: ['Account'],
  security: { kind: 'public' },
  body: defineSchema('NewDeviceSignIn', {
    type: 'object',
    additionalProperties: false,
    required: ['keyName'],
    properties: {
      keyName: { ...name, description: 'Of the key; the person may choose another one.' },
      scopes: { ...keyScopes, default: ['run', 'read'] },
    },
  }),
  bodyExample: { keyName: 'workflow on my laptop' },
  responses: {
    201: {
      description: 'The codes.',
      schema: {
        type: 'object',
        required: ['deviceCode', 'userCode', 'verificationUrl', 'verificationUrlComplete', 'expiresIn', 'interval'],
        properties: {
          deviceCode: { type: 'string' },
          userCode: { type: 'string', description: 'What the person compares or types.' },
          verificationUrl: { type: 'string' },
          verificationUrlComplete: { type: 'string', description: 'With the code in it.' },
          expiresIn: { type: 'integer', description: 'Seconds.' },
          interval: { type: 'integer', description: 'Seconds between two questions of the program.' },
        },
      },
    },
  },
  async handler(context, { body, message }) {
    checkStorable(body);
    const { people } = context.store.management;
    const { deviceCodeLifetimeMs: lifetimeMs, deviceSignInsPerHour } = context.config.auth;
    const address = networkOf(clientAddress(message));
    const taken = await people.takeTry(`device|${address}`, deviceSignInsPerHour, HOUR_MS);
    if (!taken.allowed)
      throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': retryAfter(taken.retryAfterMs) } });
    const deviceCode = newDeviceCode();
    const userCode = newUserCode();
    await people.beginDeviceSignIn({
      deviceCodeHash: hashDeviceCode(deviceCode),
      userCodeHash: hashUserCode(userCode),
      keyName: body.keyName,
      scopes: body.scopes ?? ['run', 'read'],
      address,
      lifetimeMs,
    });
    const verificationUrl = `${context.config.publicUrl}/device`;
    return {
      status: 201,
      body: {
        deviceCode,
        userCode,
        verificationUrl,
        verificationUrlComplete: `${verificationUrl}?code=${userCode}`,
        expiresIn: lifetimeMs / 1_000,
        interval: INTERVAL_SECONDS,
      },
      headers: { 'Cache-Control': 'no-store' },
    };
  },
});
