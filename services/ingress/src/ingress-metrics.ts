import { Counter, Gauge, Histogram, type Registry } from '@workflow/service-runtime';

/** What ingress counts. Labels are bounded: routes come from the table, never from a URL. */
export interface IngressMetrics {
  registry: Registry;
  requestEnded(route: string, status: number, seconds: number): void;
  accepted(trigger: string): void;
  enqueueFailed(jobs: number): void;
  /** Values that are read when they are asked for. */
  watch(sources: { credit(): number; circuitOpen(): boolean; unconfirmedJobs(): number; waits(): number; cachesTrusted(): boolean }): void;
}

const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createIngressMetrics(registry: Registry): IngressMetrics {
  const registers = [registry];
  const requests = new Counter({ name: 'http_requests_total', help: 'Requests answered', labelNames: ['route', 'status'], registers });
  const latency = new Histogram({ name: 'http_request_duration_seconds', help: 'From the header section to the last byte of the answer', labelNames: ['route'], buckets: LATENCY_BUCKETS, registers });
  const accepted = new Counter({ name: 'sessions_accepted_total', help: 'Sessions committed', labelNames: ['trigger'], registers });
  const failed = new Counter({ name: 'enqueue_failed_jobs_total', help: 'Jobs that the queue did not take; the dispatcher offers them again', registers });
  return {
    registry,
    requestEnded: (route, status, seconds) => {
      requests.inc({ route, status });
      latency.observe({ route }, seconds);
    },
    accepted: (trigger) => accepted.inc({ trigger }),
    enqueueFailed: (jobs) => failed.inc(jobs),
    watch: (sources) => {
      const gauge = (name: string, help: string, read: () => number): void => {
        new Gauge({ name, help, registers, collect() { this.set(read()); } });
      };
      gauge('queue_credit', 'Sessions that may still be handed to the queue, over all organizations', sources.credit);
      gauge('queue_circuit_open', '1 while the queue is not believed to take jobs', () => Number(sources.circuitOpen()));
      gauge('queue_unconfirmed_jobs', 'Jobs given to the queue and not confirmed yet', sources.unconfirmedJobs);
      gauge('session_waits', 'Callers that wait for the end of a session', sources.waits);
      gauge('caches_trusted', '0 while changes elsewhere may have been missed, so that PostgreSQL is asked each time', () => Number(sources.cachesTrusted()));
    },
  };
}
