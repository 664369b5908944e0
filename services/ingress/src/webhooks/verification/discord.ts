import { createPublicKey, verify } from 'node:crypto';
import { headerOf, isFresh, signatureHeader, type SignatureScheme } from './signature-scheme.ts';

/** 32 bytes and 64 bytes in hex (RFC 8032 §5.1). */
const PUBLIC_KEY = /^[0-9a-f]{64}$/i;
const SIGNATURE = /^[0-9a-f]{128}$/i;

/**
 * Verifies Ed25519 over timestamp and body; the secret is the public key (Discord, "Validating security request
 * headers").
 */
export const verifyDiscord: SignatureScheme = (request) => {
  const signature = signatureHeader(request, 'x-signature-ed25519');
  const timestamp = headerOf(request, 'x-signature-timestamp');
  const publicKey = request.secret.trim();
  if (signature === undefined || !SIGNATURE.test(signature) || !PUBLIC_KEY.test(publicKey)) return false;
  if (timestamp === undefined || !isFresh(request, timestamp)) return false;
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.concat([Buffer.from(timestamp), request.rawBody]), key, Buffer.from(signature, 'hex'));
  } catch {
    // The 32 bytes are no point of the curve.
    return false;
  }
};
