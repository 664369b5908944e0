import { laneKey, laneOf, type AdmissionQuota, type Lane, type LaneKey } from '@workflow/session-store';
import { DEFAULT_POOL } from '@workflow/workflow-model';

interface AdmissionOptions {
  /** The sessions that ingress may enqueue for an organization in a pool where the dispatcher has not seen it yet. */
  initial: number;
  /**
   * The minimum time for which the sessions of an organization that used up its quota go to the backlog, so that the
   * dispatcher notices it.
   */
  closedMs: number;
}

/** The state of a lane's quota on this replica. */
interface LaneQuota {
  /** The number of further sessions that may be enqueued. */
  remaining: number;
  backlogged: boolean;
  closedUntilMs: number;
}

/**
 * Counts how many more sessions of each organization this replica may add to the queue of each pool. A quota grows when
 * the dispatcher writes quotas, or when a session is reported to have ended. Without a dispatcher no quotas are
 * written, so the queue cannot grow without limit. An organization with a backlog has no quota in that pool, so that no
 * session overtakes waiting ones. A pool without executors has no quotas while another pool has executors, because
 * nobody would process the jobs.
 */
export class AdmissionQuotas {
  readonly #options: AdmissionOptions;
  readonly #laneQuotas = new Map<LaneKey, LaneQuota>();
  #pools: ReadonlySet<string> = new Set();

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Uses the quota for one session. Returns false if the session must wait in PostgreSQL for the dispatcher. */
  take(lane: Lane, nowMs: number): boolean {
    if (!this.#isServed(lane.pool)) return false;
    const laneQuota = this.#laneQuotas.get(laneKey(lane)) ?? this.#open(lane, this.#options.initial);
    if (laneQuota.backlogged || nowMs < laneQuota.closedUntilMs) return false;
    if (laneQuota.remaining <= 0) {
      laneQuota.closedUntilMs = nowMs + this.#options.closedMs;
      return false;
    }
    laneQuota.remaining -= 1;
    return true;
  }

  /** Gives back the quota of a session that was not committed, or that is reported to have ended. */
  giveBack(lane: Lane): void {
    const laneQuota = this.#laneQuotas.get(laneKey(lane));
    if (laneQuota !== undefined) laneQuota.remaining += 1;
  }

  /**
   * Makes the organization's next sessions in the pool wait for the dispatcher, because one of them was just added to
   * the backlog.
   */
  close(lane: Lane, nowMs: number): void {
    const laneQuota = this.#laneQuotas.get(laneKey(lane));
    if (laneQuota !== undefined) laneQuota.closedUntilMs = nowMs + this.#options.closedMs;
  }

  /**
   * Applies the polled quotas. If `dispatching` is false, no quota grows.
   * @param pools the pools with executors
   */
  apply(quotas: readonly AdmissionQuota[], dispatching: boolean, pools: readonly string[] = []): void {
    this.#pools = new Set(pools);
    const seen = new Set<string>();
    for (const quota of quotas) {
      const key = laneKey(quota);
      seen.add(key);
      const laneQuota = this.#laneQuotas.get(key) ?? this.#open(quota, 0);
      laneQuota.backlogged = quota.backlogged;
      if (dispatching) laneQuota.remaining = Math.max(0, quota.quota - quota.inFlight);
    }
    if (!dispatching) return;
    // The others have no queued sessions, and start again with the initial quota.
    for (const [key, laneQuota] of this.#laneQuotas) {
      if (seen.has(key)) continue;
      if (!this.#isServed(laneOf(key).pool)) this.#laneQuotas.delete(key);
      laneQuota.remaining = this.#options.initial;
      laneQuota.backlogged = false;
    }
  }

  #isServed(pool: string): boolean {
    return this.#pools.size === 0 ? pool === DEFAULT_POOL : this.#pools.has(pool);
  }

  /** Returns the remaining quotas in total, for the metric. */
  get total(): number {
    let total = 0;
    for (const laneQuota of this.#laneQuotas.values()) total += laneQuota.remaining;
    return total;
  }

  #open(lane: Lane, remaining: number): LaneQuota {
    const laneQuota = { remaining, backlogged: false, closedUntilMs: 0 };
    this.#laneQuotas.set(laneKey(lane), laneQuota);
    return laneQuota;
  }
}
