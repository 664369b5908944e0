import { ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/client-errors.ts';

/**
 * Decides when a call may be sent again:
 * - `keyed`: it has an idempotency key, so it is carried out only once;
 * - `repeatable`: sending it twice has the same effect as sending it once;
 * - `unless-unknown`: only while it is certain that it was not carried out.
 */
export type RepeatRule = 'keyed' | 'repeatable' | 'unless-unknown';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;
/** A longer `Retry-After` is not waited for: the caller gets the error with `retryAfterSeconds`. */
const LONGEST_RETRY_AFTER_SECONDS = 300;

const REFUSED_BEFORE = new Set([425, 429]);
const REPEATABLE = new Set([408, 425, 429]);

/** Returns true if the same request may succeed later. */
export function mayRepeatStatus(status: number, rule: RepeatRule): boolean {
  if (rule === 'unless-unknown') return REFUSED_BEFORE.has(status);
  return REPEATABLE.has(status) || status >= 500 || (rule === 'keyed' && status === 409);
}

/**
 * Returns the milliseconds to wait before the next try, or null if the error is final.
 *
 * Uses full jitter (Brooker, "Exponential Backoff And Jitter"): a random time up to a bound that doubles with each try,
 * at most 20 s. `Retry-After` is waited for completely, and the random time is added to it, so that callers do not
 * return at the same moment.
 *
 * @param tried number of tries so far, from 1
 * @param random from 0 to 1
 */
export function pauseBeforeNextTry(error: unknown, tried: number, rule: RepeatRule, random: number): number | null {
  const jitterMs = random * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tried - 1));
  if (error instanceof ConnectionError) return rule === 'unless-unknown' ? null : jitterMs;
  if (!(error instanceof ApiError)) return null;
  const { httpStatus, retryAfterSeconds } = error;
  // The service sends 503 with Retry-After when it changed nothing.
  const wasRefused = httpStatus === 503 && retryAfterSeconds !== null;
  if (!wasRefused && !mayRepeatStatus(httpStatus, rule)) return null;
  if (retryAfterSeconds === null) return jitterMs;
  return retryAfterSeconds > LONGEST_RETRY_AFTER_SECONDS ? null : retryAfterSeconds * 1_000 + jitterMs;
}

/**
 * Returns the seconds of `Retry-After` (RFC 9110 §10.2.3), given as a number or a date, or null if it is missing or
 * invalid.
 */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  // Some proxies send fractions of a second.
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header));
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1_000));
}
