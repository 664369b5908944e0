import { isUtf8 } from 'node:buffer';
import { parseSentJson } from '@workflow/placeholder-values';
import { ApiError, invalidRequest } from '../../errors/api-error.ts';

/** Returns true if a Content-Type is JSON in UTF-8, the only encoding of JSON (RFC 8259 §8.1). */
export function isJsonContentType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  if (contentType === 'application/json') return true;
  const parts = contentType.toLowerCase().split(';');
  const type = parts[0]?.trim() ?? '';
  if (type !== 'application/json' && type !== 'text/json' && !/^[\w.+-]+\/[\w.+-]+\+json$/.test(type)) return false;
  const charset = parts
    .slice(1)
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='));
  return charset === undefined || /^charset="?utf-8"?$/.test(charset);
}

/**
 * Returns the value of a JSON body. Skips a byte order mark, as RFC 8259 §8.1 allows. Integers that a double would
 * change become a `bigint`, so that checks can name them.
 * @throws ApiError MALFORMED_JSON; INVALID_REQUEST for more than 1,000 levels
 */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) throw new ApiError('MALFORMED_JSON');
  try {
    const text = body.toString();
    return parseSentJson(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    if (error instanceof RangeError) throw invalidRequest([`the body must not be ${error.message}`]);
    throw new ApiError('MALFORMED_JSON');
  }
}
