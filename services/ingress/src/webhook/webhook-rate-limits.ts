import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { RateLimitSettings } from './webhook-settings.ts';

const MINUTE_SECONDS = 60;
/** Settings differ per component and change with its versions; the limiters of old ones go. */
const MAX_LIMITERS = 1_000;

/** What Redis's client is to this file. */
export interface SharedCounters {
  disconnect(): void;
}

/**
 * Admission of webhook deliveries per component: at most `perMinute` in a minute, of which `burst` at once. The
 * count is shared by all replicas when there is Redis; without Redis, or while it is away, each replica counts alone.
 */
export class WebhookRateLimits {
  readonly #redis: SharedCounters | null;
  readonly #limiters = new Map<string, RateLimiterAbstract[]>();

  constructor(redis: SharedCounters | null) {
    this.#redis = redis;
  }

  /** Seconds to wait, 0 when the delivery is admitted. */
  async take(componentKey: string, settings: RateLimitSettings): Promise<number> {
    for (const limiter of this.#limitersOf(settings)) {
      try {
        await limiter.consume(componentKey);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      }
    }
    return 0;
  }

  close(): void {
    this.#redis?.disconnect();
  }

  #limitersOf(settings: RateLimitSettings): RateLimiterAbstract[] {
    const { perMinute, burst = perMinute } = settings;
    const key = `${perMinute}/${burst}`;
    let limiters = this.#limiters.get(key);
    if (limiters === undefined) {
      if (this.#limiters.size >= MAX_LIMITERS) this.#limiters.clear();
      limiters = [this.#make(`webhook-minute-${key}`, perMinute, MINUTE_SECONDS)];
      // `burst` at once, and as many again when that share of a minute is over.
      if (burst < perMinute) limiters.unshift(this.#make(`webhook-burst-${key}`, burst, (burst * MINUTE_SECONDS) / perMinute));
      this.#limiters.set(key, limiters);
    }
    return limiters;
  }

  #make(keyPrefix: string, points: number, duration: number): RateLimiterAbstract {
    const inMemory = new RateLimiterMemory({ keyPrefix, points, duration });
    if (this.#redis === null) return inMemory;
    return new RateLimiterRedis({ storeClient: this.#redis, keyPrefix, points, duration, insuranceLimiter: inMemory, rejectIfRedisNotReady: true });
  }
}
