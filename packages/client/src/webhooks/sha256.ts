/*
 * SHA-256 (FIPS 180-4 §6.2) and HMAC (RFC 2104) over bytes. The browser's own are asynchronous, and a receiver of
 * webhooks wants to verify before it does anything else.
 */
const BLOCK_BYTES = 64;

/** Bits of the fractional part of a root, as 32-bit integers. */
const fraction = (root: number): number => Math.trunc((root - Math.floor(root)) * 2 ** 32);
const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
};
const ROUND_CONSTANTS = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const INITIAL_HASH = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

/** HMAC-SHA-256 of the message, 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** SHA-256 of the message, 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor((message.length + 8) / BLOCK_BYTES) + 1) * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length * 8);
  const hash = Uint32Array.from(INITIAL_HASH);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(at + index * 4);
    compress(hash, words);
  }
  const bytes = new DataView(new ArrayBuffer(32));
  for (const [index, word] of hash.entries()) bytes.setUint32(index * 4, word);
  return new Uint8Array(bytes.buffer);
}

function compress(hash: Uint32Array, words: Uint32Array): void {
  for (let index = 16; index < 64; index += 1) {
    const [before15, before2] = [words[index - 15]!, words[index - 2]!];
    const s0 = rotated(before15, 7) ^ rotated(before15, 18) ^ (before15 >>> 3);
    const s1 = rotated(before2, 17) ^ rotated(before2, 19) ^ (before2 >>> 10);
    words[index] = words[index - 16]! + s0 + words[index - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g);
    const first =
      (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + ROUND_CONSTANTS[index]! + words[index]!) >>> 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] = hash[index]! + word;
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
