import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors/api-error.ts';

/** Created once, because a stack trace for each took a twelfth of the time of refused requests. */
const FULL = new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': '1' }, answeredLate: true });

/** The requests that may be answered at the same moment after a quiet time: what a page requests at once. */
const BURST = 20;

/** The part of the rate that one network may use. */
const NETWORK_SHARE = 1 / 2;

/** The number of networks whose rate is remembered. The one with the oldest request is forgotten first. */
const MAX_NETWORKS = 10_000;

/**
 * Limits the rate of requests that need no key. Their senders are unknown, so all of them together take a small part of
 * the event loop, and one network takes at most half of that. Faster requests wait in line for at most one second.
 */
export class PublicRateLimit {
  readonly #intervalMs: number;
  readonly #maxWaitMs = 1_000;
  /** The time at which the next request of each network would have its turn if there were no burst. */
  readonly #nextOf = new LRUCache<string, number>({ max: MAX_NETWORKS });
  /** The wait of all networks together. */
  #nextAt = -Infinity;

  constructor(perSecond: number) {
    this.#intervalMs = 1_000 / perSecond;
  }

  /**
   * Waits for the turn of a request that anybody may send.
   * @throws ApiError TOO_MANY_REQUESTS
   */
  async wait(network: string): Promise<void> {
    const now = performance.now();
    const own = this.#ownTurn(network, now);
    const shared = Math.max(this.#nextAt, now - BURST * this.#intervalMs);
    if (shared - now > this.#maxWaitMs) throw FULL;
    this.#nextAt = shared + this.#intervalMs;
    this.#take(network, own);
    await until(Math.max(own, shared), now);
  }

  /**
   * Waits for the turn of a request that is limited only for its network, because it shows a cookie or an address that
   * this service gave.
   * @throws ApiError TOO_MANY_REQUESTS
   */
  async waitInNetwork(network: string): Promise<void> {
    const now = performance.now();
    const own = this.#ownTurn(network, now);
    this.#take(network, own);
    await until(own, now);
  }

  #ownTurn(network: string, now: number): number {
    const intervalMs = this.#intervalMs / NETWORK_SHARE;
    const at = Math.max(this.#nextOf.get(network) ?? -Infinity, now - BURST * intervalMs);
    if (at - now > this.#maxWaitMs) throw FULL;
    return at;
  }

  #take(network: string, at: number): void {
    this.#nextOf.set(network, at + this.#intervalMs / NETWORK_SHARE);
  }
}

async function until(at: number, now: number): Promise<void> {
  if (at > now) await pause(at - now);
}
