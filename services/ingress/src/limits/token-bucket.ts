/** A bucket of `burst` tokens (default: `perMinute`) that fills evenly, `perMinute` tokens a minute. */
export interface RateLimitSettings {
  perMinute: number;
  burst?: number;
}

/** A bucket after a request for a token. */
export interface BucketAnswer {
  admitted: boolean;
  /** The number of remaining tokens. */
  remaining: number;
  /** Milliseconds until the next token, or 0 if one remains or was given. */
  waitMs: number;
  /** The time until the bucket is full. */
  fullInMs: number;
}

const MINUTE_MS = 60_000;

/** Returns the milliseconds in which one token is added. */
export function msPerToken({ perMinute }: RateLimitSettings): number {
  return MINUTE_MS / perMinute;
}

export function capacityOf({ perMinute, burst = perMinute }: RateLimitSettings): number {
  return burst;
}

/**
 * Takes a token, if there is one. The time until a bucket is full determines its tokens (the generic cell rate
 * algorithm, ITU-T I.371), so one number is stored for each bucket.
 *
 * @param fullInMs the time before the request; 0 means that the bucket is full
 */
export function takeToken(fullInMs: number, settings: RateLimitSettings): BucketAnswer {
  const tokenMs = msPerToken(settings);
  const capacityMs = capacityOf(settings) * tokenMs;
  const afterMs = fullInMs + tokenMs;
  // The sum of fractions of a millisecond may be off by less than a thousandth.
  const admitted = afterMs <= capacityMs + 0.001;
  return answerOf(admitted, admitted ? afterMs : fullInMs, settings);
}

/** Returns the answer of a bucket that is stored elsewhere, for example in Redis. */
export function answerOf(admitted: boolean, fullInMs: number, settings: RateLimitSettings): BucketAnswer {
  const tokenMs = msPerToken(settings);
  const capacityMs = capacityOf(settings) * tokenMs;
  return {
    admitted,
    remaining: Math.max(0, Math.floor((capacityMs - fullInMs) / tokenMs + 0.001)),
    waitMs: admitted ? 0 : Math.max(0, fullInMs + tokenMs - capacityMs),
    fullInMs,
  };
}
