import { hmac, matches, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

/**
 * HMAC over the body in a header of the sender's choice; a leading `<algorithm>=`, as many senders write it, is taken
 * off.
 */
export const verifyGenericHmac: SignatureScheme = (request) => {
  const { algorithm, encoding } = request.settings;
  const header = signatureHeader(request, 'x-signature');
  if (header === undefined) return false;
  const signature = header.startsWith(`${algorithm}=`) ? header.slice(algorithm.length + 1) : header;
  return matches(hmac(algorithm, request.secret, request.rawBody), Buffer.from(signature.trim(), encoding));
};
