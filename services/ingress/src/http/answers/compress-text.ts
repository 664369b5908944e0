import { gzip, type CompressCallback, type ZlibOptions } from 'node:zlib';

/** Shorter texts gain nothing. */
export const MIN_COMPRESSED_BYTES = 1_024;
/** Beyond this many at a time answers are sent uncompressed: sign-ins need the same threads. */
const MAX_AT_A_TIME = 8;
/** Half the time of the default for nearly the same size. */
const LEVEL = 4;

let underWay = 0;

/** Whether an `Accept-Encoding` takes a content coding (RFC 9110 §12.5.3). */
export function takesCoding(accepted: string | undefined, coding: 'gzip' | 'br'): boolean {
  if (accepted === undefined) return false;
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get(coding) ?? weights.get(`x-${coding}`) ?? weights.get('*') ?? 0) > 0;
}

/** The text in gzip; as it is while others are being compressed, or when that fails. Runs beside the event loop. */
export function compressText(
  text: string,
  compress: (text: string, options: ZlibOptions, done: CompressCallback) => void = gzip,
): Promise<{ bytes: Buffer | string; coding: 'gzip' | null }> {
  if (underWay >= MAX_AT_A_TIME) return Promise.resolve({ bytes: text, coding: null });
  underWay += 1;
  return new Promise((resolve) => {
    const asItIs = { bytes: text, coding: null };
    try {
      compress(text, { level: LEVEL }, (error, bytes) => {
        underWay -= 1;
        resolve(error === null ? { bytes, coding: 'gzip' } : asItIs);
      });
    } catch {
      // Without memory for its state zlib throws, before it begins.
      underWay -= 1;
      resolve(asItIs);
    }
  });
}
