import { hmac, matches, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

/** Verifies `X-Hub-Signature-256: sha256=<hex>` over the body (GitHub, "Validating webhook deliveries"). */
export const verifyGithub: SignatureScheme = (request) => {
  const signature = signatureHeader(request, 'x-hub-signature-256');
  if (signature === undefined || !signature.startsWith('sha256=')) return false;
  return matches(
    hmac('sha256', request.secret, request.rawBody),
    Buffer.from(signature.slice('sha256='.length), 'hex'),
  );
};
