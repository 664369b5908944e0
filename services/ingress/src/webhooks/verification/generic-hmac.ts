import { hmac, matches, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

/**
 * Verifies an HMAC over the body in a header that the settings name. A leading `<algorithm>=`, which many senders
 * write, is removed.
 */
export const verifyGenericHmac: SignatureScheme = (request) => {
  const { algorithm, encoding } = request.settings;
  const header = signatureHeader(request, 'x-signature');
  if (header === undefined) return false;
  const signature = header.startsWith(`${algorithm}=`) ? header.slice(algorithm.length + 1) : header;
  return matches(hmac(algorithm, request.secret, request.rawBody), Buffer.from(signature.trim(), encoding));
};
