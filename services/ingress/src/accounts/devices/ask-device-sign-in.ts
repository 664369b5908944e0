import type { AcceptedDeviceSignIn } from '@workflow/session-store';
import type { AppContext } from '../../context.ts';
import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { hashDeviceCode, INTERVAL_SECONDS } from './device-codes.ts';

/** So that a program that waits the interval is not told to wait longer because of a clock. */
const TOLERANCE_MS = 500;

/** RFC 8628 §3.4 and §3.5, in JSON: what is no key is a `status`, and no error. */
export const askDeviceSignIn = defineRoute({
  method: 'POST',
  path: '/v1/device-sign-ins/ask',
  operationId: 'askDeviceSignIn',
  summary: 'Ask whether a sign-in was confirmed',
  description:
    'As often as `interval` says. The key is made with the first `accepted`, and no later answer shows it. ' +
    '`slow-down`: asked too soon. `unknown`: there is no such code, or its key was given already.',
  tags: ['Account'],
  security: { kind: 'public' },
  body: defineSchema('DeviceQuestion', {
    type: 'object',
    additionalProperties: false,
    required: ['deviceCode'],
    properties: { deviceCode: { type: 'string', minLength: 1, maxLength: 100 } },
  }),
  responses: {
    200: {
      description: 'The answer so far.',
      schema: {
        type: 'object',
        required: ['status'],
        properties: {
          status: { type: 'string', enum: ['pending', 'slow-down', 'accepted', 'denied', 'expired', 'unknown'] },
          key: { type: 'string', description: 'With `accepted`: the API key.' },
        },
      },
    },
  },
  async handler(context, { body }) {
    const { people } = context.store.management;
    const hash = hashDeviceCode(body.deviceCode);
    const answer = await people.askDeviceSignIn(hash, INTERVAL_SECONDS * 1_000 - TOLERANCE_MS);
    const key = answer.kind === 'accepted' ? { key: await makeKey(context, answer) } : {};
    return { status: 200, body: { status: answer.kind, ...key }, headers: { 'Cache-Control': 'no-store' } };
  },
});

async function makeKey({ store }: AppContext, accepted: AcceptedDeviceSignIn): Promise<string> {
  const { organizationId, userId: id, email, keyName, scopes } = accepted;
  const actor = { type: 'user', id, name: email } as const;
  const key = { name: keyName, scopes, expiresAt: null };
  return (await store.management.organization(organizationId).createApiKey(actor, key)).value;
}
