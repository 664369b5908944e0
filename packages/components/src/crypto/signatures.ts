import { constants, createHmac, sign, timingSafeEqual, verify, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { hashOf, type Algorithm } from './algorithms.ts';

const signAsync = promisify<string | null, Uint8Array, object, Buffer>(sign as never);
const verifyAsync = promisify<string | null, Uint8Array, object, Uint8Array, boolean>(verify as never);

export async function signData(data: Uint8Array, key: KeyObject, algorithm: Algorithm): Promise<Buffer> {
  if (key.type === 'secret') return createHmac(hashOf(algorithm), key).update(data).digest();
  return signAsync(hashName(algorithm), data, { key, ...paddingOf(algorithm), ...JOSE_ENCODING });
}

/** Verifies a signature. ECDSA signatures can have the form of RFC 7518 §3.4, or DER as in X.509. */
export async function verifyData(
  data: Uint8Array,
  signature: Buffer,
  key: KeyObject,
  algorithm: Algorithm,
): Promise<boolean> {
  if (key.type === 'secret') {
    const expected = createHmac(hashOf(algorithm), key).update(data).digest();
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  }
  const encoding = isDer(signature, algorithm) ? {} : JOSE_ENCODING;
  return verifyAsync(hashName(algorithm), data, { key, ...paddingOf(algorithm), ...encoding }, signature);
}

const JOSE_ENCODING = { dsaEncoding: 'ieee-p1363' } as const;
const JOSE_BYTES: Readonly<Record<string, number>> = { ES256: 64, ES384: 96, ES512: 132 };

function isDer(signature: Buffer, algorithm: Algorithm): boolean {
  const bytes = JOSE_BYTES[algorithm];
  return bytes !== undefined && signature.length !== bytes && signature[0] === 0x30;
}

/** Returns the name of the hash. Null if the algorithm includes its own hash. */
function hashName(algorithm: Algorithm): string | null {
  return algorithm === 'EdDSA' ? null : hashOf(algorithm);
}

function paddingOf(algorithm: Algorithm): object {
  if (algorithm.startsWith('RS')) return { padding: constants.RSA_PKCS1_PADDING };
  return algorithm.startsWith('PS')
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : {};
}
