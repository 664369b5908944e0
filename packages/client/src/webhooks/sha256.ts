/*
 * SHA-256 (FIPS 180-4 §6.2) and HMAC (RFC 2104). The browser's functions are asynchronous, but receivers of webhooks
 * need to verify a delivery first and synchronously.
 */
const BLOCK_BYTES = 64;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4 §4.2.2). */
// oxfmt-ignore
const ROUND_CONSTANTS = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);
/** The first 32 bits of the fractional parts of the square roots of the first eight primes (FIPS 180-4 §5.3.3). */
// oxfmt-ignore
const INITIAL_HASH = Uint32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
);

/** Returns the HMAC-SHA-256 of the message, 32 bytes. */
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

/** Returns the SHA-256 of the message, 32 bytes. */
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
