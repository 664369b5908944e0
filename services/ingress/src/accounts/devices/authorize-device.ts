import { clientNetwork } from '../../http/addresses/client-address.ts';
import { SCOPES } from '../../http/caller.ts';
import { defineRoute } from '../../http/define-route.ts';
import { MAX_NAME_LENGTH, object } from '../../http/schema-parts.ts';
import { requireAttempt } from '../require-attempt.ts';
import { hashDeviceCode, hashUserCode, INTERVAL_SECONDS, newDeviceCode, newUserCode } from './device-codes.ts';
import { oauthError, oauthErrorResponse, readOAuthForm } from './form-request.ts';

const HOUR_MS = 3_600_000;
const DEFAULT_SCOPES = 'run read';

/** Begins a device sign-in (RFC 8628 §3.1 and §3.2). */
export const authorizeDevice = defineRoute({
  method: 'POST',
  path: '/v1/oauth/device_authorization',
  summary: 'Ask for an API key that an admin confirms in a browser',
  description:
    'The device authorization request of RFC 8628, for programs at a terminal: `client_id` is what the program calls ' +
    'itself, `scope` some of `run`, `read` and `manage` (default `run read`), and `key_name` the name of the key ' +
    '(default `client_id`). The answer has a code for the person and one for the program, which asks with it at ' +
    '`/v1/oauth/token` until the person answered. Both are good once.',
  security: { kind: 'public' },
  bodyTypes: ['application/x-www-form-urlencoded'],
  bodyExample: 'client_id=workflow&scope=run+read&key_name=workflow+on+my+laptop',
  responses: {
    200: {
      description: 'The codes.',
      schema: object({
        device_code: { type: 'string' },
        user_code: { type: 'string', description: 'The code that the person compares or types.' },
        verification_uri: { type: 'string' },
        verification_uri_complete: { type: 'string', description: 'With the code in it.' },
        expires_in: { type: 'integer', description: 'Seconds.' },
        interval: { type: 'integer', description: 'Seconds between two questions of the program.' },
      }),
    },
    400: oauthErrorResponse,
  },
  async handler(context, request) {
    const form = await readOAuthForm(request);
    const clientId = form.get('client_id');
    if (clientId === undefined) throw oauthError('invalid_request', 'client_id is missing');
    const keyName = form.get('key_name') ?? clientId;
    if (keyName.length > MAX_NAME_LENGTH)
      throw oauthError('invalid_request', `key_name must have at most ${MAX_NAME_LENGTH} characters`);
    const scopes = [...new Set((form.get('scope') ?? DEFAULT_SCOPES).split(' ').filter((scope) => scope !== ''))];
    if (scopes.length === 0 || !scopes.every((scope) => SCOPES.some((keyScope) => keyScope === scope)))
      throw oauthError('invalid_scope', `scope must be some of ${SCOPES.join(', ')}, separated by spaces`);
    const { people } = context.store.management;
    const { deviceCodeLifetimeMs: lifetimeMs, deviceSignInsPerHour } = context.config.auth;
    const address = clientNetwork(request.message);
    await requireAttempt(people, `device|${address}`, deviceSignInsPerHour, HOUR_MS);
    const deviceCode = newDeviceCode();
    const userCode = newUserCode();
    await people.beginDeviceSignIn({
      deviceCodeHash: hashDeviceCode(deviceCode),
      userCodeHash: hashUserCode(userCode),
      keyName,
      scopes,
      address,
      lifetimeMs,
    });
    const verificationUri = `${context.config.publicUrl}/device`;
    return {
      status: 200,
      body: {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: verificationUri,
        verification_uri_complete: `${verificationUri}?code=${userCode}`,
        expires_in: lifetimeMs / 1_000,
        interval: INTERVAL_SECONDS,
      },
    };
  },
});
