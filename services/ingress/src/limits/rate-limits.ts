import { tooManyRequests } from '../errors/api-error.ts';
import {
  answerOf,
  capacityOf,
  msPerToken,
  takeToken,
  type BucketAnswer,
  type RateLimitSettings,
} from './token-bucket.ts';

/** The calls to Redis's client in this file. */
export interface SharedCounters {
  eval(script: string, keys: number, ...args: (string | number)[]): Promise<unknown>;
  disconnect(): void;
}

/** The state of a limit after a token was requested, in the terms of draft-ietf-httpapi-ratelimit-headers. */
export interface RateTaken {
  /** Seconds to wait; 0 if it is admitted. */
  waitSeconds: number;
  /** The number of tokens in a full bucket. */
  quota: number;
  /** Seconds in which an empty bucket fills. */
  windowSeconds: number;
  remaining: number;
  /** The time until the bucket is full again. */
  resetSeconds: number;
}

/** Above this number, full buckets are dropped. */
const MAX_BUCKETS = 10_000;

/**
 * Takes a token from a bucket that all replicas share, by Redis's clock. The key expires when the bucket is full.
 * KEYS[1]: the bucket; ARGV: milliseconds per token, milliseconds in which the bucket fills.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local full = math.max(0, (tonumber(redis.call('GET', KEYS[1])) or 0) - now)
local after = full + tonumber(ARGV[1])
if after > tonumber(ARGV[2]) + 0.001 then return { 0, tostring(full) } end
redis.call('SET', KEYS[1], string.format('%.3f', now + after), 'PX', math.ceil(after))
return { 1, tostring(after) }`;

/**
 * Limits rates, with a bucket of tokens for each key. All replicas share the buckets if there is Redis. Without Redis,
 * or while it is unavailable, each replica has separate ones.
 */
export class RateLimits {
  readonly #redis: SharedCounters | null;
  /** The time at which each bucket of this replica is full again, by `performance.now()`. */
  readonly #fullAt = new Map<string, number>();

  constructor(redis: SharedCounters | null) {
    this.#redis = redis;
  }

  /** Takes a token from the bucket that `what` names, by its name and `key`. */
  async take(what: string, key: string, settings: RateLimitSettings): Promise<RateTaken> {
    const capacity = capacityOf(settings);
    const bucket = `rate-limit:${what}:${settings.perMinute}/${capacity}:${key}`;
    const answer = (await this.#takeShared(bucket, settings)) ?? this.#takeOwn(bucket, settings);
    return {
      waitSeconds: answer.admitted ? 0 : toSeconds(answer.waitMs),
      quota: capacity,
      windowSeconds: toSeconds(capacity * msPerToken(settings)),
      remaining: answer.remaining,
      resetSeconds: toSeconds(answer.fullInMs),
    };
  }

  /** Takes a token as `take`. @throws ApiError TOO_MANY_REQUESTS if there is none */
  async require(what: string, key: string, settings: RateLimitSettings): Promise<void> {
    const { waitSeconds } = await this.take(what, key, settings);
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  }

  close(): void {
    this.#redis?.disconnect();
  }

  /** Returns null if no Redis answers. Its client logs that. */
  async #takeShared(bucket: string, settings: RateLimitSettings): Promise<BucketAnswer | null> {
    if (this.#redis === null) return null;
    const tokenMs = msPerToken(settings);
    try {
      const reply = await this.#redis.eval(TAKE, 1, bucket, tokenMs, tokenMs * capacityOf(settings));
      const [admitted, fullInMs] = reply as [number, string];
      return answerOf(admitted === 1, Number(fullInMs), settings);
    } catch {
      return null;
    }
  }

  #takeOwn(bucket: string, settings: RateLimitSettings): BucketAnswer {
    const now = performance.now();
    const answer = takeToken(Math.max(0, (this.#fullAt.get(bucket) ?? 0) - now), settings);
    if (this.#fullAt.size >= MAX_BUCKETS) this.#letFullOnesGo(now);
    this.#fullAt.set(bucket, now + answer.fullInMs);
    return answer;
  }

  #letFullOnesGo(now: number): void {
    for (const [bucket, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(bucket);
    // All buckets are in use. The one that admitted longest ago is dropped first.
    for (const bucket of this.#fullAt.keys()) {
      if (this.#fullAt.size < MAX_BUCKETS) break;
      this.#fullAt.delete(bucket);
    }
  }
}

/** Returns whole seconds, at least one, because a header cannot express less. */
function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}
