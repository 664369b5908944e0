export interface EndedCounts {
  succeeded: number;
  failed: number;
  cancelled: number;
}

export interface MinuteCounts extends EndedCounts {
  minute: string;
}

/** One bar of the chart. `at` is its beginning, in milliseconds since the epoch. */
export interface Bucket extends EndedCounts {
  at: number;
}

export type Span = 'hour' | 'day';

const MINUTE_MS = 60_000;

const SPANS: Record<Span, { minutes: number; bucketMinutes: number }> = {
  hour: { minutes: 60, bucketMinutes: 1 },
  day: { minutes: 1440, bucketMinutes: 30 },
};

/** The span up to now in buckets of equal length; the API leaves out minutes in which nothing ended. */
export function bucketsOf(counts: readonly MinuteCounts[], span: Span, now: number): Bucket[] {
  const { minutes, bucketMinutes } = SPANS[span];
  const lengthMs = bucketMinutes * MINUTE_MS;
  const lastAt = now - (now % lengthMs);
  const count = minutes / bucketMinutes;
  const buckets = Array.from({ length: count }, (_, index): Bucket => ({ at: lastAt - (count - 1 - index) * lengthMs, succeeded: 0, failed: 0, cancelled: 0 }));
  for (const { minute, succeeded, failed, cancelled } of counts) {
    const bucket = buckets[count - 1 - Math.floor((lastAt + lengthMs - 1 - Date.parse(minute)) / lengthMs)];
    if (!bucket) continue;
    bucket.succeeded += succeeded;
    bucket.failed += failed;
    bucket.cancelled += cancelled;
  }
  return buckets;
}
