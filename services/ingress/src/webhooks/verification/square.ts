import { hmac, matches, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

/**
 * Verifies base64 over the notification URL followed by the body (Square, "Verify and validate an event notification").
 */
export const verifySquare: SignatureScheme = (request) => {
  const signature = signatureHeader(request, 'x-square-hmacsha256-signature');
  if (signature === undefined) return false;
  const sentSignature = Buffer.from(signature, 'base64');
  return request.urls.some((url) => matches(hmac('sha256', request.secret, url, request.rawBody), sentSignature));
};
