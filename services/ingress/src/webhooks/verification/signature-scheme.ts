import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { VerificationSettings } from '../webhook-settings.ts';

export interface SignedRequest {
  headers: IncomingHttpHeaders;
  method: string;
  /**
   * The URLs of this endpoint, for schemes that sign the URL: the one that was called and the one that the console
   * shows.
   */
  urls: readonly string[];
  /** The bytes as they were sent. A signature covers these, not the parsed value. */
  rawBody: Buffer;
  secret: string;
  settings: VerificationSettings;
  nowSeconds: number;
}

/** Returns true when a request has a valid signature. Never throws because of a sender's data. */
export type SignatureScheme = (request: SignedRequest) => boolean;

/** Returns the header that the settings name, otherwise the header of the scheme. */
export function signatureHeader(
  request: Pick<SignedRequest, 'headers' | 'settings'>,
  standard: string,
): string | undefined {
  const value = request.headers[(request.settings.header ?? standard).toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}

/** Returns true if a signed time (Unix seconds) is close enough to now, before or after. */
export function isFresh(request: SignedRequest, timestamp: string | undefined): boolean {
  return timestamp !== undefined && /^\d{1,12}$/.test(timestamp) && isNear(request, Number(timestamp));
}

/** Returns true if a time in Unix seconds, which may have a fraction, is within the tolerance of now. */
export function isNear(request: SignedRequest, seconds: number): boolean {
  return Math.abs(request.nowSeconds - seconds) <= request.settings.toleranceSeconds;
}

/** Returns a header of the request if it occurs once and is not empty. */
export function headerOf(request: SignedRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function hmac(algorithm: string, key: string | Buffer, ...parts: (string | Buffer)[]): Buffer {
  const mac = createHmac(algorithm, key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** Compares in constant time. */
export function matches(expected: Buffer, signature: Buffer): boolean {
  return expected.length === signature.length && timingSafeEqual(expected, signature);
}
