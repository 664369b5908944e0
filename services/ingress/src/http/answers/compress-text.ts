import { gzip, type CompressCallback, type ZlibOptions } from 'node:zlib';

/** Compressing shorter texts has no benefit. */
export const MIN_COMPRESSED_BYTES = 1_024;
/**
 * If this many answers are being compressed, further ones are sent uncompressed, because sign-ins need the same
 * threads.
 */
const MAX_AT_A_TIME = 8;
/** This level takes half the time of the default level for almost the same size. */
export const GZIP_LEVEL = 4;

let underWay = 0;

/** Returns true if an `Accept-Encoding` accepts a content coding (RFC 9110 §12.5.3). */
export function takesCoding(accepted: string | undefined, coding: 'gzip' | 'br'): boolean {
  if (accepted === undefined) return false;
  const weights = new Map<string, number>();
  for (const coding of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = coding.split(';').map((each) => each.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get(coding) ?? weights.get(`x-${coding}`) ?? weights.get('*') ?? 0) > 0;
}

/**
 * Compresses the text with gzip outside of the event loop. Returns it unchanged while too many others are being
 * compressed, or if compression fails.
 */
export function compressText(
  text: string,
  compress: (text: string, options: ZlibOptions, done: CompressCallback) => void = gzip,
): Promise<{ bytes: Buffer | string; coding: 'gzip' | null }> {
  if (underWay >= MAX_AT_A_TIME) return Promise.resolve({ bytes: text, coding: null });
  underWay += 1;
  return new Promise((resolve) => {
    const asItIs = { bytes: text, coding: null };
    try {
      compress(text, { level: GZIP_LEVEL }, (error, bytes) => {
        underWay -= 1;
        resolve(error === null ? { bytes, coding: 'gzip' } : asItIs);
      });
    } catch {
      // Without memory for its state zlib throws before it begins.
      underWay -= 1;
      resolve(asItIs);
    }
  });
}
