import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject, type PublicKeyInput } from 'node:crypto';
import { StepFailure } from '@workflow/component-kit/run';
import { isHash, type Algorithm } from './algorithms.ts';

/** RFC 7518 §3.3 and §3.5. */
const MIN_RSA_BITS = 2_048;
/** The time of a signature grows with the third power of the bits, and occupies one of Node.js's four threads. */
const MAX_RSA_BITS = 8_192;
const CURVES: Readonly<Record<string, string>> = { ES256: 'prime256v1', ES384: 'secp384r1', ES512: 'secp521r1' };
const PEM = /-----BEGIN [A-Z0-9 ]+-----/;

/**
 * Reads the key in a secret. It must match the algorithm: text for HMAC, otherwise PEM or a JSON Web Key. A public key
 * is never used as shared text, because anybody could then sign.
 * @throws StepFailure CONFIG_INVALID without any part of the key
 */
export function readKey(secret: string, algorithm: Algorithm, use: 'sign' | 'verify'): KeyObject {
  const jwk = readJwk(secret);
  if (jwk?.alg !== undefined && jwk.alg !== algorithm)
    throw invalid(`The key is for another algorithm than ${algorithm}`);
  if (jwk?.use !== undefined && jwk.use !== 'sig') throw invalid('The key is not for signatures');
  if (algorithm.startsWith('HS') || isHash(algorithm)) return sharedKey(secret, jwk, algorithm);
  const key = keyOfPair(secret.trim(), jwk, use);
  if (!isOfKind(key, algorithm)) throw invalid(`The key does not work with ${algorithm}`);
  return key;
}

function sharedKey(secret: string, jwk: Jwk | null, algorithm: Algorithm): KeyObject {
  if (PEM.test(secret) || (jwk !== null && jwk.kty !== 'oct'))
    throw invalid(`${algorithm} takes a shared text, and the secret holds a key of a pair`);
  if (jwk === null) return createSecretKey(secret, 'utf8');
  if (typeof jwk.k !== 'string') throw invalid('The JSON Web Key has no k');
  return createSecretKey(Buffer.from(jwk.k, 'base64url'));
}

function keyOfPair(secret: string, jwk: Jwk | null, use: 'sign' | 'verify'): KeyObject {
  if (jwk === null && !PEM.test(secret)) throw invalid('The secret contains neither a PEM key nor a JSON Web Key');
  try {
    // The types of Node.js do not include keys in JSON.
    const input = jwk === null ? secret : ({ key: jwk, format: 'jwk' } as unknown as PublicKeyInput);
    return use === 'sign' ? createPrivateKey(input as string) : createPublicKey(input);
  } catch {
    throw invalid(`The secret contains no readable ${use === 'sign' ? 'private' : 'public'} key`);
  }
}

function isOfKind(key: KeyObject, algorithm: Algorithm): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key;
  if (algorithm === 'EdDSA') return type === 'ed25519';
  if (algorithm.startsWith('ES')) return type === 'ec' && details.namedCurve === CURVES[algorithm];
  const isRsa = type === 'rsa' || (type === 'rsa-pss' && algorithm.startsWith('PS'));
  if (isRsa) requireUsualSize(key, details.modulusLength ?? 0);
  return isRsa;
}

/**
 * Checks the size of an RSA key. The other numbers of a private key determine the time of a signature as well, and
 * nothing compares them with the modulus: together they have about 4.5 times its length (RFC 8017 §A.1.2).
 */
function requireUsualSize(key: KeyObject, bits: number): void {
  if (bits < MIN_RSA_BITS) throw invalid(`An RSA key must have at least ${MIN_RSA_BITS} bits`);
  if (bits > MAX_RSA_BITS) throw invalid(`An RSA key must have at most ${MAX_RSA_BITS} bits`);
  const { length } = key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'der' });
  if (length > (5 * bits) / 8 + 512) throw invalid(`The numbers of the RSA key are too long for ${bits} bits`);
}

/** RFC 7517 §4. */
interface Jwk {
  kty: string;
  k?: string;
  alg?: string;
  use?: string;
}

/** Parses a JSON Web Key. Returns null if the secret is not one. */
function readJwk(secret: string): Jwk | null {
  if (!secret.trimStart().startsWith('{')) return null;
  try {
    const parsed = JSON.parse(secret) as Partial<Jwk>;
    return typeof parsed.kty === 'string' ? (parsed as Jwk) : null;
  } catch {
    return null;
  }
}

function invalid(message: string): StepFailure {
  return new StepFailure('CONFIG_INVALID', message);
}
