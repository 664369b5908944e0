import { hmac, isFresh, matches, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

/**
 * Verifies `Stripe-Signature: t=<unix>,v1=<hex>[,v1=…]`: HMAC-SHA-256 over `t.body` with the whole endpoint secret
 * (Stripe, "Verify webhook signatures manually").
 */
export const verifyStripe: SignatureScheme = (request) => {
  const header = signatureHeader(request, 'stripe-signature');
  if (header === undefined) return false;
  const items = header.split(',').map((item) => item.trim());
  const timestamp = items.find((item) => item.startsWith('t='))?.slice(2);
  if (!isFresh(request, timestamp)) return false;
  const expected = hmac('sha256', request.secret, `${timestamp}.`, request.rawBody);
  return items.some((item) => item.startsWith('v1=') && matches(expected, Buffer.from(item.slice(3), 'hex')));
};
