import { hmac, isFresh, matches, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

const SECRET_PREFIX = 'whsec_';

/**
 * Standard Webhooks 1.0: HMAC-SHA-256 over `id.timestamp.body` with the base64-decoded secret; `webhook-signature`
 * holds one or more `v1,<base64>` between spaces, several while a sender rotates its secret.
 */
export const verifyStandardWebhooks: SignatureScheme = (request) => {
  const id = request.headers['webhook-id'];
  const timestamp = request.headers['webhook-timestamp'];
  const signatures = signatureHeader(request, 'webhook-signature');
  if (typeof id !== 'string' || typeof timestamp !== 'string' || signatures === undefined || !isFresh(request, timestamp)) return false;
  const encoded = request.secret.startsWith(SECRET_PREFIX) ? request.secret.slice(SECRET_PREFIX.length) : request.secret;
  const expected = hmac('sha256', Buffer.from(encoded, 'base64'), `${id}.${timestamp}.`, request.rawBody);
  return signatures.split(' ').some((signature) => signature.startsWith('v1,') && matches(expected, Buffer.from(signature.slice(3), 'base64')));
};
