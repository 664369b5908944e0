import { createStoreMetrics, type Figure, type Metrics } from '@workflow/service-runtime';
import type { BlockedTurns, Load } from '@workflow/session-store';
import { BusiestOrganizations } from './busiest-organizations.ts';

interface IngressGauges {
  admissionQuota(): number;
  circuitOpen(): boolean;
  unconfirmedJobs(): number;
  carriedBytes(): number;
  waits(): number;
  unsentBytes(): number;
  cachesTrusted(): boolean;
  /** Returns the waiting and running sessions of all organizations. */
  load(): Promise<Load>;
  /** Returns the turns of event loops that were blocked in the last hour, of all processes. */
  blockedTurns(): Promise<BlockedTurns>;
}

/** The kind of a request: an ordinary one, a wait for the end of a session, or an event stream. */
export type ExchangeKind = 'answer' | 'wait' | 'stream';

const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const STREAM_BUCKETS = [1, 5, 15, 60, 300, 900, 3_600, 14_400];
/** The methods in labels. Node.js's parser accepts many others, which no route has. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Creates the metrics of ingress, in addition to those of its process. Route labels are paths of the table of routes,
 * never URLs.
 */
export function createIngressMetrics(metrics: Metrics) {
  const labels = ['route', 'method', 'status'] as const;
  const requests = metrics.counter('workflow_http_requests_total', 'Requests answered', labels);
  const requestSeconds = metrics.histogram(
    'workflow_http_request_duration_seconds',
    'From the header section to the last byte of the answer, without waits for sessions and streams',
    { labels, buckets: LATENCY_BUCKETS },
  );
  const durations = {
    answer: requestSeconds,
    wait: metrics.histogram(
      'workflow_http_wait_duration_seconds',
      'Requests that waited for the end of their session',
      {
        labels,
        buckets: LATENCY_BUCKETS,
      },
    ),
    stream: metrics.histogram('workflow_http_stream_duration_seconds', 'Streams of events', {
      labels,
      buckets: STREAM_BUCKETS,
    }),
  };
  const accepted = metrics.counter('workflow_sessions_accepted_total', 'Sessions committed', ['trigger']);
  const filtered = metrics.counter(
    'workflow_deliveries_filtered_total',
    'Deliveries that the filter of their webhook component refused',
  );
  const organizations = new BusiestOrganizations();
  metrics.counters(
    'workflow_organization_accepted_total',
    'Sessions committed here of the 20 organizations that were busiest lately',
    'organization',
    () =>
      Object.fromEntries(
        organizations.top(performance.now()).map(({ organizationId, total }) => [organizationId, total]),
      ),
  );
  return {
    registry: metrics.registry,
    requestEnded(
      { route, method, status }: { route: string; method: string; status: number },
      seconds: number,
      kind: ExchangeKind = 'answer',
    ): void {
      const series = { route, method: METHODS.has(method) ? method : 'other', status };
      requests.inc(series);
      durations[kind].observe(series, seconds);
    },
    ...createStoreMetrics(metrics),
    accepted: ({ trigger, organizationId }: { trigger: string; organizationId: string }): void => {
      accepted.inc({ trigger });
      organizations.add(organizationId, performance.now());
    },
    deliveryFiltered: (): void => filtered.inc(),
    enqueueFailed: metrics.counter(
      'workflow_enqueue_failed_jobs_total',
      'Jobs that the queue did not take; the dispatcher rescues them',
    ),
    /** Registers gauges that are read at each scrape. */
    watch: (gauges: IngressGauges) => registerGauges(metrics, gauges),
  };
}

export type IngressMetrics = ReturnType<typeof createIngressMetrics>;

function registerGauges(metrics: Metrics, gauges: IngressGauges): void {
  metrics.gauge(
    'workflow_admission_quota',
    'Sessions that may still be enqueued by this replica, over all organizations',
    gauges.admissionQuota,
  );
  registerLoad(metrics, gauges);
  registerBlockedTurns(metrics, gauges);
  metrics.gauge('workflow_queue_circuit_open', '1 while the queue does not take jobs', () =>
    Number(gauges.circuitOpen()),
  );
  metrics.gauge(
    'workflow_queue_unconfirmed_jobs',
    'Jobs given to the queue and not confirmed yet',
    gauges.unconfirmedJobs,
  );
  metrics.gauge(
    'workflow_queue_carried_bytes',
    'Bytes at most that jobs of this replica carry in the queue in addition to ids',
    gauges.carriedBytes,
  );
  metrics.gauge('workflow_session_waits', 'Callers that wait for the end of a session', gauges.waits);
  metrics.gauge(
    'workflow_unsent_bytes',
    'Bytes of answers and events over 16 KiB that their clients have not read yet',
    gauges.unsentBytes,
  );
  metrics.gauge(
    'workflow_caches_trusted',
    '0 while changes elsewhere may have been missed, so that PostgreSQL is asked each time',
    () => Number(gauges.cachesTrusted()),
  );
}

/** Registers metrics of the whole database, because the blocked processes can no longer report them. */
function registerBlockedTurns(metrics: Metrics, { blockedTurns }: IngressGauges): void {
  metrics.gauges(
    'workflow_blocked_turns',
    'Turns of the last hour that blocked an event loop and ended its process',
    'blocked',
    async () => (await blockedTurns().catch(() => null))?.byService ?? {},
  );
  metrics.gauge(
    'workflow_alone_organizations',
    'Organizations whose sessions run one at a time, because several of them blocked executors within an hour',
    async () => (await blockedTurns().catch(() => null))?.alone ?? Number.NaN,
  );
}

/**
 * Registers metrics of the whole database, which are equal on every replica. The series are missing while PostgreSQL
 * does not answer.
 */
function registerLoad(metrics: Metrics, gauges: IngressGauges): void {
  type LoadPart = Load['parts'][number];
  const byPriorityAndPool = async (figure: (of: LoadPart) => number): Promise<Figure<'priority' | 'pool'>[]> => {
    const load = await gauges.load().catch(() => null);
    return (load?.parts ?? []).map((of) => ({ labels: { priority: of.priority, pool: of.pool }, figure: figure(of) }));
  };
  const labels = ['priority', 'pool'] as const;
  const byOrganization = async (figure: 'backlog' | 'inFlight'): Promise<Record<string, number>> => {
    const load = await gauges.load().catch(() => null);
    return Object.fromEntries((load?.busiest ?? []).map((of) => [of.organizationId, of[figure]]));
  };
  metrics.gaugesBy(
    'workflow_sessions_backlog',
    'Sessions of all organizations that wait in PostgreSQL; up to 100,000 of each pool are counted',
    labels,
    () => byPriorityAndPool(({ backlog }) => backlog),
  );
  metrics.gaugesBy('workflow_sessions_in_flight', 'Sessions of all organizations in the queue or running', labels, () =>
    byPriorityAndPool(({ enqueued, running }) => enqueued + running),
  );
  metrics.gaugesBy(
    'workflow_oldest_waiting_seconds',
    'Since the longest waiting session was accepted or due; 0 when none waits',
    labels,
    () => byPriorityAndPool(({ oldestWaitingSeconds }) => oldestWaitingSeconds),
  );
  metrics.gauges(
    'workflow_pool_executors',
    'Living executors that take sessions, of pools that have some or with sessions that wait or run',
    'pool',
    async () => {
      const load = await gauges.load().catch(() => null);
      return Object.fromEntries((load?.pools ?? []).map(({ pool, executors }) => [pool, executors]));
    },
  );
  metrics.gauges(
    'workflow_organization_backlog',
    'Sessions in PostgreSQL of the 20 organizations with most sessions that wait or run',
    'organization',
    () => byOrganization('backlog'),
  );
  metrics.gauges(
    'workflow_organization_in_flight',
    'Sessions in the queue or running of the 20 organizations with most sessions that wait or run',
    'organization',
    () => byOrganization('inFlight'),
  );
}
