import { callerKeyKind, hashCallerKey } from '@workflow/session-store';
import { defineRoute } from '../../http/define-route.ts';
import { oauthError, oauthErrorResponse, readOAuthForm } from './form-request.ts';

/** Revokes keys of device sign-ins (RFC 7009). Everyone who has such a key may revoke it, whatever its scopes. */
export const revokeDeviceKey = defineRoute({
  method: 'POST',
  path: '/v1/oauth/revoke',
  summary: 'Delete the key of a device sign-in',
  description:
    'The revocation request of RFC 7009: `token` is the key. Callers that use it are refused from then on, by every ' +
    'replica within a second. A key that is not valid (any more) is answered alike; one that was made in another way ' +
    'is not deleted.',
  security: { kind: 'public' },
  bodyTypes: ['application/x-www-form-urlencoded'],
  bodyExample: 'token=…&client_id=workflow',
  responses: {
    200: { description: 'The key is no longer valid.' },
    400: oauthErrorResponse,
  },
  async handler({ store }, request) {
    const form = await readOAuthForm(request);
    const token = form.get('token');
    if (token === undefined) throw oauthError('invalid_request', 'token is missing');
    const revocableKey =
      callerKeyKind(token) === 'api-key' ? await store.management.people.findKey(hashCallerKey(token)) : null;
    if (revocableKey === null) return { status: 200 };
    const { id, organizationId, name, byDevice } = revocableKey;
    if (!byDevice) throw oauthError('unsupported_token_type', 'An admin made this key, and deletes it');
    await store.management.organization(organizationId).deleteApiKey({ type: 'api-key', id, name }, id);
    return { status: 200 };
  },
});
