import { Counter, Gauge, Histogram, type Registry } from '@workflow/service-runtime';

export interface ExecutorGauges {
  running: () => number;
  /** What the last look at the queue found; null while it does not answer. */
  waiting: () => number | null;
}

/** What an executor counts, besides its process's own figures. */
export function createExecutorMetrics(registry: Registry) {
  const registers = [registry];
  return {
    registry,
    ended: new Counter({ name: 'sessions_ended_total', help: 'Attempts at sessions by outcome', labelNames: ['outcome'], registers }),
    unclaimed: new Counter({ name: 'sessions_unclaimed_total', help: 'Jobs whose session was terminal, not due or held by another executor', registers }),
    claimSeconds: new Histogram({
      name: 'session_claim_seconds', help: 'From the job to the committed claim', buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5], registers,
    }),
    stepSeconds: new Histogram({
      name: 'step_duration_seconds', help: 'Duration of one try of a component', labelNames: ['type', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120], registers,
    }),
    storeFailures: new Counter({ name: 'store_failures_total', help: 'Operations on PostgreSQL that failed and were tried again or given up', registers }),
    queueErrors: new Counter({ name: 'queue_errors_total', help: 'Errors of the queue and its connections', registers }),
    leading: new Gauge({ name: 'dispatcher_leading', help: '1 while this executor dispatches', registers }),
    inFlight: new Gauge({ name: 'dispatcher_in_flight', help: 'Sessions in the queue or running, as the dispatcher saw them last', registers }),
    backlogged: new Gauge({ name: 'dispatcher_backlogged', help: '1 while sessions wait in PostgreSQL for room in the queue', registers }),
    fed: new Counter({ name: 'dispatcher_fed_total', help: 'Sessions fed to the queue from the backlog or because they were due', registers }),
    reoffered: new Counter({ name: 'dispatcher_reoffered_total', help: 'Sessions offered again: lost by the queue or by a dead executor', registers }),
    pruned: new Counter({ name: 'retention_deleted_total', help: 'Sessions deleted because of their age', registers }),
  };
}

export type ExecutorMetrics = ReturnType<typeof createExecutorMetrics>;

/** Gauges that are read when they are scraped. */
export function registerGauges(registry: Registry, gauges: ExecutorGauges): void {
  new Gauge({ name: 'sessions_running', help: 'Sessions in hand', registers: [registry], collect() { this.set(gauges.running()); } });
  new Gauge({ name: 'queue_waiting', help: 'Jobs that nobody took, -1 while the queue does not answer', registers: [registry], collect() { this.set(gauges.waiting() ?? -1); } });
}
