import { headerOf, hmac, isFresh, matches, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

/**
 * Verifies `x-zm-signature: v0=<hex>` over `v0:timestamp:body`, with the secret token (Zoom, "Verify webhook events").
 */
export const verifyZoom: SignatureScheme = (request) => {
  const signature = signatureHeader(request, 'x-zm-signature');
  const timestamp = headerOf(request, 'x-zm-request-timestamp');
  if (signature === undefined || !signature.startsWith('v0=') || !isFresh(request, timestamp)) return false;
  return matches(
    hmac('sha256', request.secret, `v0:${timestamp}:`, request.rawBody),
    Buffer.from(signature.slice('v0='.length), 'hex'),
  );
};
