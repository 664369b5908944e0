import { headerOf, hmac, isFresh, matches, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

const SECRET_PREFIX = 'whsec_';
/** Matches base64. Any other text would be read as a shorter key, or as an empty one, with which anybody can sign. */
const BASE64 = /^[A-Za-z0-9+/_-]{4,}={0,2}$/;

/**
 * Verifies HMAC-SHA-256 over `id.timestamp.body` with the base64-decoded secret (Standard Webhooks 1.0).
 * `webhook-signature` contains one or more `v1,<base64>` separated by spaces; there are several while a sender rotates
 * its secret. Svix, the origin of the specification, sends the same under names that begin with `svix-`.
 */
export const verifyStandardWebhooks: SignatureScheme = (request) => {
  const family = headerOf(request, 'webhook-id') === undefined ? 'svix' : 'webhook';
  const id = headerOf(request, `${family}-id`);
  const timestamp = headerOf(request, `${family}-timestamp`);
  const signatures = signatureHeader(request, `${family}-signature`);
  if (id === undefined || signatures === undefined || !isFresh(request, timestamp)) return false;
  const encoded = request.secret.startsWith(SECRET_PREFIX)
    ? request.secret.slice(SECRET_PREFIX.length)
    : request.secret;
  if (!BASE64.test(encoded)) return false;
  const expected = hmac('sha256', Buffer.from(encoded, 'base64'), `${id}.${timestamp}.`, request.rawBody);
  return signatures
    .split(' ')
    .some((signature) => signature.startsWith('v1,') && matches(expected, Buffer.from(signature.slice(3), 'base64')));
};
