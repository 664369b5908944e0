import type { AcceptedDeviceSignIn, DeviceAnswer } from '@workflow/session-store';
import type { AppContext } from '../../context.ts';
import { defineRoute } from '../../http/define-route.ts';
import { hashDeviceCode, INTERVAL_SECONDS } from './device-codes.ts';
import { oauthError, oauthErrorResponse, readOAuthForm } from './form-request.ts';
import { object } from '../../http/schema-parts.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Clocks may differ by this much, so that a program that waits for the interval is not asked to wait longer. */
const TOLERANCE_MS = 500;

/** The error of each refusal (RFC 8628 §3.5, and RFC 6749 §5.2 for an unknown code). */
const REFUSALS: Record<Exclude<DeviceAnswer['kind'], 'accepted'>, readonly [error: string, description: string]> = {
  pending: ['authorization_pending', 'No answer yet'],
  'slow-down': ['slow_down', `Wait ${INTERVAL_SECONDS} seconds longer between two questions`],
  denied: ['access_denied', 'The sign-in was refused'],
  expired: ['expired_token', 'The code expired before it was confirmed'],
  unknown: ['invalid_grant', 'There is no such code, or its key was given already'],
};

/** Issues the key of a device sign-in (RFC 8628 §3.4 and §3.5). */
export const issueDeviceKey = defineRoute({
  method: 'POST',
  path: '/v1/oauth/token',
  summary: 'Ask for the key of a sign-in that was confirmed',
  description:
    'The device access token request of RFC 8628: `grant_type` is `urn:ietf:params:oauth:grant-type:device_code`, ' +
    '`device_code` the code, and `client_id` as it was before. Send it once every `interval` seconds. ' +
    'The `access_token` is an API key, for `x-api-key`; it is made with the first answer that has it, and no later ' +
    'one shows it.',
  security: { kind: 'public' },
  bodyTypes: ['application/x-www-form-urlencoded'],
  bodyExample: `grant_type=${encodeURIComponent(DEVICE_GRANT)}&device_code=…&client_id=workflow`,
  responses: {
    200: {
      description: 'The key.',
      schema: object({
        access_token: { type: 'string', description: 'The API key.' },
        token_type: { type: 'string', enum: ['Bearer'] },
        scope: { type: 'string', description: 'The scopes that were permitted, which may be fewer than requested.' },
      }),
    },
    400: {
      ...oauthErrorResponse,
      description:
        '`authorization_pending`, `slow_down`, `access_denied`, `expired_token`, `invalid_grant` and others.',
    },
  },
  async handler(context, request) {
    const form = await readOAuthForm(request);
    const grant = form.get('grant_type');
    if (grant === undefined) throw oauthError('invalid_request', 'grant_type is missing');
    if (grant !== DEVICE_GRANT) throw oauthError('unsupported_grant_type', `grant_type must be ${DEVICE_GRANT}`);
    const code = form.get('device_code');
    if (code === undefined) throw oauthError('invalid_request', 'device_code is missing');
    const { people } = context.store.management;
    const answer = await people.askDeviceSignIn(hashDeviceCode(code), INTERVAL_SECONDS * 1_000 - TOLERANCE_MS);
    if (answer.kind !== 'accepted') throw oauthError(...REFUSALS[answer.kind]);
    const body = { access_token: await makeKey(context, answer), token_type: 'Bearer', scope: answer.scopes.join(' ') };
    return { status: 200, body };
  },
});

async function makeKey({ store }: AppContext, accepted: AcceptedDeviceSignIn): Promise<string> {
  const { organizationId, userId: id, email, keyName, scopes } = accepted;
  const actor = { type: 'user', id, name: email } as const;
  const key = { name: keyName, scopes, expiresAt: null, byDevice: true };
  return (await store.management.organization(organizationId).createApiKey(actor, key)).value;
}
