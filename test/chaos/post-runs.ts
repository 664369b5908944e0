import { Connection } from '../load/connection.ts';
import { LatencyHistogram } from '../load/latency-histogram.ts';
import { requestBytes, type LoadRequest } from '../load/load.ts';

export interface PostedRuns {
  /** Session ids of the 2xx answers. */
  accepted: string[];
  /** Number of answers by status. `0`: the connection broke before the answer. */
  statuses: Record<string, number>;
  /** Latencies by status, to distinguish the answers during an outage from the others. */
  latencies: LatencyHistogram;
  slowestMs: number;
  /** Number of 503 answers without a `Retry-After` in whole seconds. */
  withoutRetryAfter: number;
}

export interface PostOptions {
  /** The requests to send in turn. Several ports spread the load over several ingresses. */
  requests: LoadRequest[];
  total: number;
  ratePerSecond: number;
  connections?: number;
  /** Stops early when it returns true. */
  until?: () => boolean;
  /** Returns a different body for each request, by the request's number. */
  bodyOf?: (index: number) => string;
  onAccepted?: (run: AcceptedRun) => void;
}

export interface AcceptedRun {
  /** The number of the request. */
  index: number;
  sessionId: string;
  /** `performance.now()` when the request was sent, and when its answer arrived. */
  sentAt: number;
  answeredAt: number;
}

/**
 * Posts at a steady rate, without retries, and collects the accepted sessions. Resolves when every answer has arrived.
 */
export function postRuns(options: PostOptions): Promise<PostedRuns> {
  const { requests, total, ratePerSecond, connections = 64, until = () => false } = options;
  const posted: PostedRuns = {
    accepted: [],
    statuses: {},
    latencies: new LatencyHistogram(),
    slowestMs: 0,
    withoutRetryAfter: 0,
  };
  const bytes = requests.map(requestBytes);
  const idle = requests.map((request) =>
    Array.from({ length: Math.ceil(connections / requests.length) }, () => new Connection(request.port, true)),
  );
  const startedAt = performance.now();
  let sent = 0;
  let underWay = 0;
  const { promise, resolve } = Promise.withResolvers<PostedRuns>();

  function sendOne(connection: Connection, lane: number): void {
    const sentAt = performance.now();
    const index = sent;
    const body = options.bodyOf?.(index);
    const request = body === undefined ? bytes[lane]! : requestBytes({ ...requests[lane]!, body });
    sent += 1;
    underWay += 1;
    connection.send(request, (answer) => {
      underWay -= 1;
      idle[lane]!.push(connection);
      const status = answer?.status ?? 0;
      const answeredAt = performance.now();
      const tookMs = answeredAt - sentAt;
      posted.statuses[status] = (posted.statuses[status] ?? 0) + 1;
      posted.slowestMs = Math.max(posted.slowestMs, tookMs);
      if (answer === null) return;
      posted.latencies.record(tookMs);
      if (status === 503 && !/^\d+$/.test(answer.retryAfter ?? '')) posted.withoutRetryAfter += 1;
      if (status < 200 || status >= 300) return;
      const { sessionId } = JSON.parse(answer.body) as { sessionId: string };
      posted.accepted.push(sessionId);
      options.onAccepted?.({ index, sessionId, sentAt, answeredAt });
    });
  }

  const pump = setInterval(() => {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * ratePerSecond) / 1000));
    while (sent < due && !until()) {
      const lane = sent % requests.length;
      const connection = idle[lane]!.pop();
      if (connection === undefined) break;
      sendOne(connection, lane);
    }
    if ((sent >= total || until()) && underWay === 0) {
      clearInterval(pump);
      for (const connection of idle.flat()) connection.close();
      resolve(posted);
    }
  }, 2);
  return promise;
}

/** Returns the number of answers by status. */
export function sumOfStatuses(posted: readonly PostedRuns[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { statuses } of posted)
    for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count;
  return sum;
}

/** Posts at a steady rate while an action runs. Resolves when every answer has arrived. */
export async function postDuring(
  options: Omit<PostOptions, 'total' | 'until'>,
  action: () => Promise<unknown>,
): Promise<PostedRuns> {
  let isOver = false;
  const posting = postRuns({ ...options, total: Infinity, until: () => isOver });
  await action().finally(() => (isOver = true));
  return posting;
}
