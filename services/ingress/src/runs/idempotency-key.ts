import { hash } from 'node:crypto';
import { invalidRequest } from '../errors/api-error.ts';

/** The caller's key, and the SHA-256 of the body's bytes that it is bound to. */
export interface IdempotencyKey {
  key: string;
  bodyHash: Buffer;
}

/**
 * null without the header.
 * @throws ApiError INVALID_REQUEST
 */
export function readIdempotencyKey(header: string | string[] | undefined, rawBody: Buffer): IdempotencyKey | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || header === '' || header.length > 255)
    throw invalidRequest(['Idempotency-Key must have 1 to 255 characters']);
  return { key: header, bodyHash: hash('sha256', rawBody, 'buffer') };
}
