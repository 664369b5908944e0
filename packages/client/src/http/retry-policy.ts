import { ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/client-errors.ts';

/**
 * When a call may be sent again:
 * - `keyed`: it has an idempotency key, so that it happens once however often it is sent;
 * - `repeatable`: sending it twice does what sending it once does;
 * - `unless-unknown`: only while it is certain that it was not carried out.
 */
export type RepeatRule = 'keyed' | 'repeatable' | 'unless-unknown';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;
/** Who asks to wait longer than this is not waited for: the caller gets the error with `retryAfterSeconds`. */
const LONGEST_RETRY_AFTER_SECONDS = 300;

const REFUSED_BEFORE = new Set([425, 429]);
const REPEATABLE = new Set([408, 425, 429]);

/** Whether a status says that the same request may succeed later. */
export function mayRepeatStatus(status: number, rule: RepeatRule): boolean {
  if (rule === 'unless-unknown') return REFUSED_BEFORE.has(status);
  return REPEATABLE.has(status) || status >= 500 || (rule === 'keyed' && status === 409);
}

/**
 * Milliseconds to wait before the next try; null: the error is final.
 *
 * Full jitter (Brooker, "Exponential Backoff And Jitter"): a random time up to a bound that doubles with each try, 20 s
 * at most. `Retry-After` is waited for in whole, and the random time on top, so that callers do not come back together.
 *
 * @param tried tries so far, from 1
 * @param random from 0 to 1
 */
export function pauseBeforeNextTry(error: unknown, tried: number, rule: RepeatRule, random: number): number | null {
  const jitterMs = random * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tried - 1));
  if (error instanceof ConnectionError) return rule === 'unless-unknown' ? null : jitterMs;
  if (!(error instanceof ApiError) || !mayRepeatStatus(error.httpStatus, rule)) return null;
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds === null) return jitterMs;
  return retryAfterSeconds > LONGEST_RETRY_AFTER_SECONDS ? null : retryAfterSeconds * 1_000 + jitterMs;
}

/** Seconds of `Retry-After` (RFC 9110 §10.2.3), a number or a date; null without one, or where it cannot be read. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  // Some proxies send parts of a second.
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header));
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1_000));
}
