import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors/api-error.ts';

/** Created once, because a stack trace for each took a twelfth of the time of refused requests. */
const FULL = new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': '1' }, answeredLate: true });

/** Maximum number of requests that are answered together after a pause: as many as a page sends. */
const BURST = 20;

/** The fraction of the rate that one network may use. */
const NETWORK_SHARE = 1 / 2;

/** The longest time that a request waits for its turn. */
const MAX_WAIT_MS = 1_000;

/** Maximum number of networks whose rate is remembered. The one with the oldest request is forgotten first. */
const MAX_NETWORKS = 10_000;

/**
 * Limits the rate of requests that need no key. Their senders are unknown, so all of them together use a small part of
 * the event loop, and one network at most half of that. Faster requests wait for at most one second.
 */
export class PublicRateLimit {
  readonly #intervalMs: number;
  /** When the next request of each network would have its turn without a burst. */
  readonly #nextOf = new LRUCache<string, number>({ max: MAX_NETWORKS });
  /** When the next request of all networks together would have its turn. */
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
    const ownTurn = this.#ownTurn(network, now);
    const shared = Math.max(this.#nextAt, now - BURST * this.#intervalMs);
    if (shared - now > MAX_WAIT_MS) throw FULL;
    this.#nextAt = shared + this.#intervalMs;
    this.#take(network, ownTurn);
    await until(Math.max(ownTurn, shared), now);
  }

  /**
   * Waits for the turn of a request that is limited only by its network, because it has a cookie or a URL that this
   * service issued.
   * @throws ApiError TOO_MANY_REQUESTS
   */
  async waitInNetwork(network: string): Promise<void> {
    const now = performance.now();
    const ownTurn = this.#ownTurn(network, now);
    this.#take(network, ownTurn);
    await until(ownTurn, now);
  }

  #ownTurn(network: string, now: number): number {
    const intervalMs = this.#intervalMs / NETWORK_SHARE;
    const at = Math.max(this.#nextOf.get(network) ?? -Infinity, now - BURST * intervalMs);
    if (at - now > MAX_WAIT_MS) throw FULL;
    return at;
  }

  #take(network: string, at: number): void {
    this.#nextOf.set(network, at + this.#intervalMs / NETWORK_SHARE);
  }
}

async function until(at: number, now: number): Promise<void> {
  if (at > now) await pause(at - now);
}
