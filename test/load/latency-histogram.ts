/**
 * Log-linear histogram of latencies: 64 buckets for each power of two of microseconds, so a quantile is within 1.6 %.
 */
const SUB_BUCKETS = 64;
const SUB_BUCKET_BITS = 6;
const POWERS = 30;

export class LatencyHistogram {
  readonly #counts = new Float64Array(SUB_BUCKETS * POWERS);
  #total = 0;
  #maxUs = 0;

  record(ms: number): void {
    const us = Math.max(1, Math.round(ms * 1000));
    this.#counts[bucketOf(us)]! += 1;
    this.#total += 1;
    if (us > this.#maxUs) this.#maxUs = us;
  }

  get count(): number {
    return this.#total;
  }

  /** Returns the upper bound of the quantile's bucket, in milliseconds; 0 when nothing was recorded. */
  quantileMs(quantile: number): number {
    const wanted = Math.ceil(this.#total * quantile);
    let seen = 0;
    for (let bucket = 0; bucket < this.#counts.length; bucket += 1) {
      seen += this.#counts[bucket]!;
      if (seen >= wanted && seen > 0) return Math.min(upperBoundUs(bucket), this.#maxUs) / 1000;
    }
    return 0;
  }

  get maxMs(): number {
    return this.#maxUs / 1000;
  }
}

function bucketOf(us: number): number {
  if (us < SUB_BUCKETS) return us;
  const power = 31 - Math.clz32(us) - SUB_BUCKET_BITS;
  return Math.min(SUB_BUCKETS * POWERS - 1, power * SUB_BUCKETS + (us >>> power));
}

function upperBoundUs(bucket: number): number {
  if (bucket < SUB_BUCKETS) return bucket;
  const power = Math.floor(bucket / SUB_BUCKETS) - 1;
  return ((bucket - power * SUB_BUCKETS + 1) << power) - 1;
}
