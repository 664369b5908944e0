/** The algorithms of signatures, by the names of RFC 7518 §3.1 and RFC 8037. */
const HMAC_ALGORITHMS = ['HS256', 'HS384', 'HS512'] as const;
const KEY_PAIR_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;
/** The last two are weak (RFC 6151, RFC 6194). They are for signatures and checksums of other servers. */
const HASHES = ['sha256', 'sha512', 'sha1', 'md5'] as const;
const HASH_NAMES: readonly string[] = HASHES;
const SIGNATURES = [...HMAC_ALGORITHMS, ...KEY_PAIR_ALGORITHMS] as const;

export const ALGORITHMS = [...HASHES, ...SIGNATURES] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export const OPERATIONS = ['hash', 'hmac', 'sign', 'verify', 'jwt-sign', 'jwt-verify', 'random'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The algorithms of each operation. `random` has none. */
export const ALGORITHMS_OF: Readonly<Record<Operation, readonly Algorithm[]>> = {
  hash: HASHES,
  hmac: HASHES,
  sign: SIGNATURES,
  verify: SIGNATURES,
  'jwt-sign': SIGNATURES,
  'jwt-verify': SIGNATURES,
  random: [],
};

/** The required fields of each operation, in addition to `algorithm`. */
export const NEEDED_BY: Readonly<Record<Operation, readonly string[]>> = {
  hash: ['data'],
  hmac: ['data', 'secret'],
  sign: ['data', 'secret'],
  verify: ['data', 'secret', 'signature'],
  'jwt-sign': ['payload', 'secret'],
  'jwt-verify': ['token', 'secret'],
  random: [],
};

/** Returns true if the algorithm is a hash. */
export function isHash(algorithm: Algorithm): boolean {
  return HASH_NAMES.includes(algorithm);
}

/** Returns the hash of an algorithm: `sha256` for `RS256`. */
export function hashOf(algorithm: Algorithm): string {
  return `sha${algorithm.slice(-3)}`;
}
