import { hmac, matches, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

const ALGORITHMS = new Set(['sha1', 'sha256', 'sha384', 'sha512']);
const ENCODINGS = new Set(['hex', 'base64', 'base64url']);

/**
 * HMAC over the body in a header of the sender's choice; a leading `<algorithm>=`, as many senders write it, is taken
 * off.
 */
export const verifyGenericHmac: SignatureScheme = (request) => {
  const { algorithm = 'sha256', encoding = 'hex' } = request.settings;
  const header = signatureHeader(request, 'x-signature');
  if (header === undefined || !ALGORITHMS.has(algorithm) || !ENCODINGS.has(encoding)) return false;
  const signature = header.startsWith(`${algorithm}=`) ? header.slice(algorithm.length + 1) : header;
  return matches(
    hmac(algorithm, request.secret, request.rawBody),
    Buffer.from(signature.trim(), encoding as BufferEncoding),
  );
};
