import { hmac, isFresh, matches, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

/** Verifies `X-Slack-Signature: v0=<hex>` over `v0:timestamp:body` (Slack, "Verifying requests from Slack"). */
export const verifySlack: SignatureScheme = (request) => {
  const signature = signatureHeader(request, 'x-slack-signature');
  const timestamp = request.headers['x-slack-request-timestamp'];
  if (
    signature === undefined ||
    !signature.startsWith('v0=') ||
    typeof timestamp !== 'string' ||
    !isFresh(request, timestamp)
  )
    return false;
  return matches(
    hmac('sha256', request.secret, `v0:${timestamp}:`, request.rawBody),
    Buffer.from(signature.slice(3), 'hex'),
  );
};
