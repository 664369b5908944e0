import { promisify } from 'node:util';
import { gunzip, inflate, inflateRaw } from 'node:zlib';
import { ApiError, bodyTooLarge } from '../../errors/api-error.ts';

type Inflate = (sent: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>;

const INFLATERS = new Map<string, Inflate>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
]);
const inflateWithoutHeader: Inflate = promisify(inflateRaw);
const EMPTY = Buffer.alloc(0);

/** Returns true if a body takes more memory than the bytes that arrived. */
export function isCompressed(contentEncoding: string | undefined): boolean {
  return INFLATERS.has(contentEncoding?.trim().toLowerCase() ?? '');
}

/**
 * Returns a body without its Content-Encoding (RFC 9110 §8.4): gzip, deflate or none. Inflating stops at `maxBytes`, so
 * that a small body cannot grow beyond the limit.
 * @throws ApiError UNSUPPORTED_ENCODING, BODY_TOO_LARGE, MALFORMED_ENCODING
 */
export async function inflateBody(
  contentEncoding: string | undefined,
  sent: Buffer,
  maxBytes: number,
): Promise<Buffer> {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return sent;
  const inflater = INFLATERS.get(encoding);
  if (inflater === undefined) throw unsupportedEncoding();
  if (sent.length === 0) return EMPTY;
  try {
    return await (encoding === 'deflate' && !hasZlibHeader(sent) ? inflateWithoutHeader : inflater)(sent, {
      maxOutputLength: maxBytes,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLarge(maxBytes);
    throw new ApiError('MALFORMED_ENCODING', { values: { encoding } });
  }
}

/** Returns the error for an unsupported encoding, which names the accepted ones (RFC 9110 §12.5.3). */
export function unsupportedEncoding(): ApiError {
  return new ApiError('UNSUPPORTED_ENCODING', { headers: { 'Accept-Encoding': 'gzip, deflate' } });
}

/** Returns true for a zlib header (RFC 1950 §2.2). Many clients send `deflate` without it, as old browsers expected. */
function hasZlibHeader(sent: Buffer): boolean {
  return sent.length >= 2 && ((sent[0] as number) & 0x0f) === 8 && sent.readUInt16BE(0) % 31 === 0;
}
