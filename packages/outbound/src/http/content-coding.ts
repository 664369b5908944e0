import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzip,
  inflate,
  inflateRaw,
  zstdDecompress,
} from 'node:zlib';
import type { Transform } from 'node:stream';

interface Decoder {
  whole(data: Buffer, options: { maxOutputLength: number }): Promise<Buffer>;
  stream(): Transform;
}

const GZIP: Decoder = { whole: promisify(gunzip), stream: createGunzip };
const ZLIB: Decoder = { whole: promisify(inflate), stream: createInflate };
const RAW_DEFLATE: Decoder = { whole: promisify(inflateRaw), stream: createInflateRaw };
const BROTLI: Decoder = { whole: promisify(brotliDecompress), stream: createBrotliDecompress };
/** The largest window of the coding is 8 MiB (RFC 9659). The library would allocate 128 MiB for each answer. */
const ZSTD_WINDOW = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };
const unpackZstd = promisify(zstdDecompress);
const ZSTD: Decoder = {
  whole: (data, options) => unpackZstd(data, { ...ZSTD_WINDOW, ...options }),
  stream: () => createZstdDecompress(ZSTD_WINDOW),
};

/** Finds the decoder of a coding from the first bytes (RFC 9110 §8.4.1, RFC 7932, RFC 8878). */
const DECODERS = new Map<string, (first: Buffer) => Decoder>([
  ['gzip', () => GZIP],
  ['x-gzip', () => GZIP],
  // RFC 9110 §8.4.1.2: some servers send deflate without the zlib format around it.
  ['deflate', (first) => (isZlib(first) ? ZLIB : RAW_DEFLATE)],
  ['br', () => BROTLI],
  ['zstd', () => ZSTD],
]);

/** Enough bytes to distinguish zlib from raw deflate. */
const FIRST_BYTES = 2;
/** Maximum number of codings. A server with more probably wants to keep this machine busy. */
const MAX_CODINGS = 5;

/**
 * Decodes the content of an answer that is read as a whole. Empty content was not encoded, whatever the header states:
 * that of HEAD, 204 and 304, and of servers that compress nothing.
 * @param encoding the value of `Content-Encoding`; the coding that was applied last is the last item
 * @throws the error of zlib; `ERR_BUFFER_TOO_LARGE` for more than `maxOutputLength` bytes
 */
export async function decodeWhole(
  data: Buffer,
  encoding: string | undefined,
  maxOutputLength: number,
): Promise<Buffer> {
  let decoded = data;
  for (const decoderOf of decodersOf(encoding)) {
    if (decoded.length === 0) break;
    decoded = await decoderOf(decoded).whole(decoded, { maxOutputLength });
  }
  return decoded;
}

/**
 * Content that was encoded twice hardly shrinks the second time. It may have this many times the bytes that arrived, in
 * addition to some bytes for short content.
 */
const MAX_EXPANSION = 10;
const UNCOUNTED_EXPANSION_BYTES = 65_536;

/** Decodes content while its bytes arrive. Nothing is read before the reader asks, and the reader has a limit. */
export function decodeStream(body: AsyncIterable<Buffer>, encoding: string | undefined): AsyncIterable<Buffer> {
  const [outer, ...inner] = decodersOf(encoding);
  if (outer === undefined) return body;
  let arrived = 0;
  const counted = passing(body, (bytes) => {
    arrived = bytes;
  });
  // A decoder may need endless content for no output, which the limit of the reader does not end.
  const refuseExpansion = (bytes: number): void => {
    if (bytes > MAX_EXPANSION * arrived + UNCOUNTED_EXPANSION_BYTES)
      throw new Error('its content expands too far between two codings');
  };
  return inner.reduce(
    (content, decoderOf) => decodedBy(passing(content, refuseExpansion), decoderOf),
    decodedBy(counted, outer),
  );
}

/** Yields the same chunks. Calls `onBytes` before each with the bytes so far. */
async function* passing(chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    onBytes(bytes);
    yield chunk;
  }
}

/**
 * Returns the decoders in the order in which they are applied, or none if one coding is unknown, because the others are
 * within it.
 */
function decodersOf(encoding: string | undefined): ((first: Buffer) => Decoder)[] {
  const codings = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const decoders = codings.map((coding) => DECODERS.get(coding));
  if (decoders.length > MAX_CODINGS || decoders.includes(undefined)) return [];
  return (decoders as ((first: Buffer) => Decoder)[]).toReversed();
}

async function* decodedBy(
  source: AsyncIterable<Buffer>,
  decoderOf: (first: Buffer) => Decoder,
): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (first.length < FIRST_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    first = Buffer.concat([first, next.value]);
  }
  if (first.length === 0) return;
  const decoder = decoderOf(first).stream();
  // The reader gets the error, and may have stopped reading.
  decoder.on('error', () => undefined);
  pipeline(Readable.from(joined(first, chunks)), decoder, () => undefined);
  yield* decoder as AsyncIterable<Buffer>;
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Returns true for zlib: the method is 8, and the first two bytes are a multiple of 31 (RFC 1950 §2.2). */
function isZlib(first: Buffer): boolean {
  return first.length >= FIRST_BYTES && ((first[0] as number) & 0x0f) === 8 && first.readUInt16BE(0) % 31 === 0;
}
