import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../errors/api-error.ts';

/** Made once: a stack trace for each was a twelfth of the time that refused requests took. */
const FULL = new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': '1' }, answeredLate: true });

/** Requests that may be answered in the same moment after a quiet time: what a page asks for at once. */
const BURST = 20;

/**
 * The pace of requests that need no key, all callers together: nobody knows who sends them, so however many do,
 * they take a small part of the event loop. Those that come faster wait in line, for at most one second.
 */
export class PublicPace {
  readonly #intervalMs: number;
  readonly #maxWaitMs = 1_000;
  /** When the request that comes next would have its turn if there were no burst. */
  #nextAt = -Infinity;

  constructor(perSecond: number) {
    this.#intervalMs = 1_000 / perSecond;
  }

  /** @throws ApiError TOO_MANY_REQUESTS */
  async wait(): Promise<void> {
    const now = performance.now();
    const at = Math.max(this.#nextAt, now - BURST * this.#intervalMs);
    if (at - now > this.#maxWaitMs) throw FULL;
    this.#nextAt = at + this.#intervalMs;
    if (at > now) await pause(at - now);
  }
}
