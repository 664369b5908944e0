import type { Span } from '../../api/queries/overview.ts';

interface EndedCounts {
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

const MINUTE_MS = 60_000;

const SPANS: Record<Span, { minutes: number; bucketMinutes: number }> = {
  hour: { minutes: 60, bucketMinutes: 1 },
  day: { minutes: 1440, bucketMinutes: 30 },
};

/** How long a bar of the chart is, in milliseconds. */
export function bucketMs(span: Span): number {
  return SPANS[span].bucketMinutes * MINUTE_MS;
}

/** The span up to now in buckets of equal length; the API leaves out minutes in which nothing ended. */
export function bucketsOf(counts: readonly MinuteCounts[], span: Span, now: number): Bucket[] {
  const { minutes, bucketMinutes } = SPANS[span];
  const lengthMs = bucketMinutes * MINUTE_MS;
  const lastAt = now - (now % lengthMs);
  const count = minutes / bucketMinutes;
  const buckets = Array.from({ length: count }, (_, index): Bucket => ({
    at: lastAt - (count - 1 - index) * lengthMs,
    succeeded: 0,
    failed: 0,
    cancelled: 0,
  }));
  for (const { minute, succeeded, failed, cancelled } of counts) {
    const bucket = buckets[count - 1 - Math.floor((lastAt + lengthMs - 1 - Date.parse(minute)) / lengthMs)];
    if (!bucket) continue;
    bucket.succeeded += succeeded;
    bucket.failed += failed;
    bucket.cancelled += cancelled;
  }
  return buckets;
}

interface Depth {
  waiting: number;
  running: number;
}

/** Waiting and running sessions by minute, or the most in each half hour; the API leaves out minutes without any. */
export function depthsOf(
  depth: readonly (Depth & { minute: string })[],
  span: Span,
  now: number,
): (Depth & { at: number })[] {
  const lengthMs = bucketMs(span);
  const lastAt = now - (now % lengthMs);
  const count = (SPANS[span].minutes * MINUTE_MS) / lengthMs;
  const most = new Map<number, Depth>();
  for (const { minute, waiting, running } of depth) {
    const time = Date.parse(minute);
    const at = time - (time % lengthMs);
    const known = most.get(at);
    most.set(at, {
      waiting: Math.max(waiting, known?.waiting ?? 0),
      running: Math.max(running, known?.running ?? 0),
    });
  }
  return Array.from({ length: count }, (_, index) => {
    const at = lastAt - (count - 1 - index) * lengthMs;
    return { at, ...(most.get(at) ?? { waiting: 0, running: 0 }) };
  });
}
