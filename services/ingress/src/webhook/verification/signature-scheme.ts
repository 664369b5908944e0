import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface SignedRequest {
  headers: IncomingHttpHeaders;
  /** The bytes as they came: a signature is over these, not over what they parse to. */
  rawBody: Buffer;
  secret: string;
  settings: VerificationSettings;
  nowSeconds: number;
}

/** `verification` of a webhook component's config. */
export interface VerificationSettings {
  scheme: string;
  secret: string;
  header?: string;
  algorithm?: string;
  encoding?: string;
  toleranceSeconds?: number;
}

/** Whether a request carries a good signature. Never throws for what a sender sends. */
export type SignatureScheme = (request: SignedRequest) => boolean;

export const DEFAULT_TOLERANCE_SECONDS = 300;

/** The header that the settings name, else the scheme's own. */
export function signatureHeader(request: SignedRequest, standard: string): string | undefined {
  const value = request.headers[(request.settings.header ?? standard).toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}

/** Whether a signed time (Unix seconds) is near enough to now, either way. */
export function isFresh(request: SignedRequest, timestamp: string | undefined): boolean {
  if (timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(request.nowSeconds - Number(timestamp)) <= (request.settings.toleranceSeconds ?? DEFAULT_TOLERANCE_SECONDS);
}

export function hmac(algorithm: string, key: string | Buffer, ...parts: (string | Buffer)[]): Buffer {
  const mac = createHmac(algorithm, key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** Compares in constant time. */
export function matches(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given);
}
