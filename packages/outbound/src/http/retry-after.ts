import type { IncomingHttpHeaders } from 'node:http';

/**
 * Maximum wait. A server that requests more is called again after this time, so that it cannot stop workflows for
 * longer.
 */
export const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * Returns the milliseconds that an answer requests before the next attempt, or 0 if it requests none. `Retry-After` is
 * in seconds or a date. A date is compared with the server's clock if the answer has a `Date` (RFC 9110 §10.2.3).
 *
 * @param nowMs milliseconds since the epoch
 */
export function readRetryAfterMs(headers: IncomingHttpHeaders, nowMs: number): number {
  const asked = headers['retry-after']?.trim() ?? '';
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - serverTimeMs(headers, nowMs);
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER_MS) : 0;
}

function serverTimeMs({ date }: IncomingHttpHeaders, nowMs: number): number {
  const serverMs = Date.parse(date ?? '');
  return Number.isNaN(serverMs) ? nowMs : serverMs;
}
