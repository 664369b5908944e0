import { hmac, matches, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

/** Square, "Verify and validate an event notification": base64 over the notification URL followed by the body. */
export const verifySquare: SignatureScheme = (request) => {
  const signature = signatureHeader(request, 'x-square-hmacsha256-signature');
  if (signature === undefined) return false;
  const given = Buffer.from(signature, 'base64');
  return request.urls.some((url) => matches(hmac('sha256', request.secret, url, request.rawBody), given));
};
