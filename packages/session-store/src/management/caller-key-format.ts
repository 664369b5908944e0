import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** API keys start runs and manage an organization; webhook tokens open one webhook component. */
type CallerKeyKind = 'api-key' | 'webhook-token';

const MARKS: Record<CallerKeyKind, string> = { 'api-key': 'wfk_', 'webhook-token': 'wft_' };
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** Enough characters for 32 bytes and for a CRC-32: 62^43 > 2^256, and 62^6 > 2^32. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
/** Enough characters to recognize a key in a list. More than 200 bits remain secret. */
const VISIBLE_SECRET_LENGTH = 8;
const SHAPE = new RegExp(`^(wfk_|wft_)[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

interface MintedCallerKey {
  /** Shown once and never stored. */
  value: string;
  /** The visible beginning, which is stored so that people recognize the key. */
  prefix: string;
  /** SHA-256 of the whole value, which is stored and looked up. */
  hash: Uint8Array<ArrayBuffer>;
}

/**
 * Creates an API key or webhook token: a prefix that secret scanners find, 32 random bytes in base 62, and a CRC-32 of
 * both, so that a mistyped key is refused without a query.
 */
export function mintCallerKey(kind: CallerKeyKind): MintedCallerKey {
  return callerKeyFrom(kind, randomBytes(SECRET_BYTES));
}

/**
 * Returns the key or token of `secret` (32 bytes). It is separate from `mintCallerKey` for tests that need the same key
 * twice.
 */
export function callerKeyFrom(kind: CallerKeyKind, secret: Uint8Array): MintedCallerKey {
  const body = MARKS[kind] + base62(BigInt(`0x${Buffer.from(secret).toString('hex')}`), SECRET_LENGTH);
  const value = body + checksum(body);
  return { value, prefix: visiblePrefix(value), hash: hashCallerKey(value) };
}

/** Returns the kind of this key or token, or null if its form or checksum is invalid. */
export function callerKeyKind(value: string): CallerKeyKind | null {
  if (!SHAPE.test(value)) return null;
  const body = value.slice(0, -CHECKSUM_LENGTH);
  if (checksum(body) !== value.slice(-CHECKSUM_LENGTH)) return null;
  return value.startsWith(MARKS['api-key']) ? 'api-key' : 'webhook-token';
}

/** Returns the SHA-256, which is fast enough for every request, and suffices for 256 random bits. */
export function hashCallerKey(value: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(value, 'utf8').digest());
}

function visiblePrefix(value: string): string {
  return value.slice(0, MARKS['api-key'].length + VISIBLE_SECRET_LENGTH);
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

function base62(number: bigint, length: number): string {
  let quotient = number;
  let text = '';
  while (text.length < length) {
    text = ALPHABET.charAt(Number(quotient % 62n)) + text;
    quotient /= 62n;
  }
  return text;
}
