import { createStoreMetrics, type Metrics } from '@workflow/service-runtime';
import type { PoolLoad } from '@workflow/session-store';

interface ExecutorGauges {
  running(): number;
  slots(): number;
  /** Returns the number of waiting jobs at the last check, or null if the queue does not answer. */
  waiting(): number | null;
  carriedBytes(): number;
}

/** Creates the metrics of an executor, in addition to those of its process. */
export function createExecutorMetrics(metrics: Metrics) {
  return {
    registry: metrics.registry,
    ended: metrics.counter('workflow_sessions_ended_total', 'Claims of sessions by outcome', ['outcome']),
    sessionSeconds: metrics.histogram(
      'workflow_session_duration_seconds',
      'From the first claim of a run to its end, without the time in WAITING',
      { labels: ['outcome'], buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600, 3_600] },
    ),
    ...claimMetrics(metrics),
    httpRequests: metrics.counter(
      'workflow_http_client_requests_total',
      'Requests of http-request: the class of their status, or failed without an answer',
      ['status'],
    ),
    modelTokens: metrics.counter(
      'workflow_model_tokens_total',
      'Tokens that models read and wrote for components, as their servers counted them',
      ['direction'],
    ),
    tokenRequests: metrics.counter(
      'workflow_token_requests_total',
      'Requests to authorization servers for tokens of credentials, by result',
      ['result'],
    ),
    ...createStoreMetrics(metrics),
    stepSeconds: metrics.histogram('workflow_step_duration_seconds', 'Duration of one attempt of a component', {
      labels: ['type', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
    }),
    storeFailures: metrics.counter(
      'workflow_store_failures_total',
      'Operations on PostgreSQL that failed and were tried again or given up',
    ),
    queueErrors: metrics.counter('workflow_queue_errors_total', 'Errors of the queue and its connections'),
    leading: metrics.gauge('workflow_dispatcher_leading', '1 while this executor dispatches'),
    watchPools: (read: () => ReadonlyMap<string, PoolLoad>): void => registerPools(metrics, read),
    enqueued: metrics.counter(
      'workflow_dispatcher_enqueued_total',
      'Sessions that the dispatcher enqueued, from the backlog or because they were due, by priority',
      ['priority'],
    ),
    rescued: metrics.counter(
      'workflow_dispatcher_rescued_total',
      'Sessions enqueued again, by reason: executor-died, queue-emptied or waited-long',
      ['reason'],
    ),
    ...deletionMetrics(metrics),
    ...scheduleMetrics(metrics),
    backoffs: metrics.counter(
      'workflow_backoffs_total',
      'Backoffs of background loops from an organization for which their work failed, by work',
      ['work'],
    ),
    watchBackoffs: (read: () => Record<string, number>): void =>
      metrics.gauges(
        'workflow_backoff_organizations',
        'Organizations from which a loop of this executor backs off now, by work',
        'work',
        read,
      ),
    /** Registers gauges that are read at each scrape. */
    watch: (gauges: ExecutorGauges) => registerGauges(metrics, gauges),
  };
}

/** Creates the metrics of claims, before a session runs or after. */
function claimMetrics(metrics: Metrics) {
  return {
    queueWaitSeconds: metrics.histogram(
      'workflow_session_queue_wait_seconds',
      'From being enqueued to the claim, or to being taken where the claim is later',
      {
        buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120, 600],
      },
    ),
    unclaimed: metrics.counter(
      'workflow_sessions_unclaimed_total',
      'Claims that were refused: the session was ended, paused, not due, not committed or claimed by another executor',
    ),
    claimSeconds: metrics.histogram(
      'workflow_session_claim_seconds',
      'From asking for a claim to its commit, which may be that of the end',
      {
        buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      },
    ),
  };
}

/** Creates the metrics of due times, which the dispatcher decides about. */
function scheduleMetrics(metrics: Metrics) {
  return {
    dueTimes: metrics.counter(
      'workflow_due_times_total',
      'Due times of schedules by result: started, waiting, skipped, missed',
      ['outcome'],
    ),
    dueTimeDelaySeconds: metrics.histogram(
      'workflow_due_time_delay_seconds',
      'From a due time of a schedule to the start of its session, of those that start when they are due',
      { buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60] },
    ),
    polls: metrics.counter(
      'workflow_polls_total',
      'Polls of triggers by type and result: ok, failed, or lost because it was published or paused meanwhile',
      ['type', 'result'],
    ),
    schedulesStopped: metrics.gauge(
      'workflow_schedules_without_next_time',
      'Published schedules that are not paused and have no next due time, as the executor that decides saw them last',
    ),
  };
}

/** Creates the metrics of deletions in the background. */
function deletionMetrics(metrics: Metrics) {
  return {
    pruned: metrics.counter('workflow_retention_deleted_total', 'Sessions deleted because of their age'),
    filesDeleted: metrics.counter('workflow_files_deleted_total', 'Files deleted because nothing refers to them'),
    entriesDeleted: metrics.counter(
      'workflow_collection_entries_deleted_total',
      'Rows and stored values deleted because their time was over, or their table or workflow deleted',
    ),
  };
}

/** Registers gauges of each pool, with the numbers of the dispatcher's last round. */
function registerPools(metrics: Metrics, read: () => ReadonlyMap<string, PoolLoad>): void {
  const figures = (of: (load: PoolLoad) => number): Record<string, number> =>
    Object.fromEntries([...read()].map(([pool, load]) => [pool, of(load)]));
  metrics.gauges(
    'workflow_dispatcher_in_flight',
    'Sessions in the queue or running, by pool, as the dispatcher saw them last',
    'pool',
    () => figures(({ inFlight }) => inFlight),
  );
  metrics.gauges(
    'workflow_dispatcher_backlogged',
    '1 while sessions wait in PostgreSQL for room in the queue of a pool that has executors',
    'pool',
    () => figures(({ backlogged }) => Number(backlogged)),
  );
}

export type ExecutorMetrics = ReturnType<typeof createExecutorMetrics>;

function registerGauges(metrics: Metrics, gauges: ExecutorGauges): void {
  metrics.gauge('workflow_executor_running', 'Active sessions', gauges.running);
  metrics.gauge('workflow_executor_slots', 'Sessions that this executor runs at a time', gauges.slots);
  metrics.gauge(
    'workflow_queue_waiting',
    'Jobs that no executor took yet, each of one or more sessions; -1 while the queue does not answer',
    () => gauges.waiting() ?? -1,
  );
  metrics.gauge(
    'workflow_queue_carried_bytes',
    'Bytes at most that jobs which this executor enqueued carry in the queue in addition to ids',
    gauges.carriedBytes,
  );
}
