import {
  createLogger,
  createMetrics,
  logRarely,
  serviceVersion,
  type Logger,
  type Tracing,
} from '@workflow/service-runtime';
import { ComponentPackages } from '@workflow/component-packages';
import type { RespondedSession, SessionStore } from '@workflow/session-store';
import type { HttpLogger } from 'pino-http';
import { openAccounts, type Accounts } from './accounts/open-accounts.ts';
import { LastUsed } from './caches/last-used.ts';
import { openCaches, type Caches } from './caches/open-caches.ts';
import { openDeliveryNotes, type DeliveryNotes } from './caches/open-delivery-notes.ts';
import type { IngressConfig } from './config.ts';
import { openRequestLimits, openUnsentBytes, type RequestLimits } from './http/shares/request-limits.ts';
import { createRequestLog } from './http/telemetry/request-log.ts';
import { createIngressMetrics, type IngressMetrics } from './ingress-metrics.ts';
import { openSessionIntake } from './intake/open-session-intake.ts';
import { openLimits, type Limits } from './limits/open-limits.ts';
import type { SessionIntake } from './intake/session-intake.ts';
import { openQueueClients, type QueueClients } from './open-queue-clients.ts';
import { openOAuth, type OAuth } from './credentials/open-oauth.ts';
import { openFiles, openStore, type FileStore } from './open-store.ts';
import { openSessionWaits } from './runs/open-session-waits.ts';
import type { SessionWaits } from './runs/session-waits.ts';
import { DeliveryCatcher } from './webhooks/delivery-catcher.ts';
import { QuestionWays } from './callbacks/question-ways.ts';
import { StoredPages } from './pages/stored-pages.ts';
import { watchLoad } from './service/watched-load.ts';
import { openWatches, type Watches } from './sessions/open-watches.ts';

/** Everything that a route may use. One function creates it explicitly, and tests override parts. */
export interface AppContext extends DeliveryNotes, Limits, RequestLimits, Watches {
  config: IngressConfig;
  log: Logger;
  requestLog: HttpLogger;
  /** Null if no traces are sent. */
  tracing: Tracing | null;
  metrics: IngressMetrics;
  store: SessionStore;
  queue: QueueClients;
  intake: SessionIntake;
  caches: Caches;
  lastUsed: LastUsed;
  /** Shows deliveries to people who listen for one. */
  catcher: DeliveryCatcher;
  accounts: Accounts;
  /** Requests tokens from authorization servers for sign-ins in a browser. */
  oauth: OAuth;
  waits: SessionWaits;
  /** The senders of deliveries that wait for a response. */
  responseWaits: SessionWaits<RespondedSession>;
  files: FileStore;
  questionWays: QuestionWays;
  /** Pages for people, rendered once for each version of their content. */
  pages: StoredPages;
  unsent: ReturnType<typeof openUnsentBytes>;
  /** The descriptions of installed component packages, without their code. */
  packages: ComponentPackages;
  /** True after a shutdown began. Answers then contain `Connection: close`. */
  draining: boolean;
}

export const AppContext = { fromConfig: createAppContext };

/** Creates the context. Nothing polls before `startIngress`. The other parts use the overridden ones. */
function createAppContext(config: IngressConfig, overrides: Partial<AppContext> = {}): AppContext {
  const log = overrides.log ?? createLogger({ service: 'ingress', level: config.logLevel, pretty: config.logPretty });
  const { tracing = null } = overrides;
  const metrics = overrides.metrics ?? createIngressMetrics(createMetrics('ingress', serviceVersion()));
  const store = overrides.store ?? openStore(config, metrics);
  const queue = overrides.queue ?? openQueueClients(config, log);
  const { lookups, management } = store;
  const onAdmissionQuotas: SessionIntake['applyAdmissionQuotas'] = (...polled) =>
    context.intake.applyAdmissionQuotas(...polled);
  const caches = overrides.caches ?? openCaches({ config: config.caches, store, log, onAdmissionQuotas });
  const { organizationQuotas } = caches;
  const waiting = openSessionWaits(store, config.watches, log);
  const awaitedCount = (): number => waiting.waits.count + waiting.responseWaits.count;
  const intake =
    overrides.intake ??
    openSessionIntake({ config, store, ...queue, organizationQuotas, log, metrics, tracing, waiting: awaitedCount });
  const unsent = overrides.unsent ?? openUnsentBytes(config.http);
  const context: AppContext = {
    config,
    log,
    metrics,
    store,
    queue,
    intake,
    requestLog: createRequestLog(log),
    tracing,
    caches,
    lastUsed: new LastUsed({
      lookups,
      everyMs: config.auth.lastUsedWriteMs,
      onError: logRarely(log, 'Could not write last-used times'),
    }),
    catcher: new DeliveryCatcher({
      ...{ lookups, clock: caches.clock },
      forget: (subject) => caches.apply({ kind: 'WEBHOOK_TOKEN', organizationId: null, subject }),
      onError: logRarely(log, 'Could not send a delivery to the test listener'),
    }),
    ...openDeliveryNotes(lookups, log),
    accounts: openAccounts({
      config: config.auth,
      oauthServer: config.oauthServer,
      publicUrl: config.publicUrl,
      management,
      maxMembers: config.organizationLimits.members,
      log,
    }),
    oauth: openOAuth(config.oauth),
    ...waiting,
    ...openWatches({ store, config: config.watches, log, unsent }),
    unsent,
    files: openFiles(config, store),
    questionWays: new QuestionWays(store),
    pages: new StoredPages(config.http.pageCacheBytes),
    ...openRequestLimits(config.http),
    ...openLimits(queue.counters, organizationQuotas, config.limits),
    packages: new ComponentPackages({ directory: config.componentsDir, log }),
    draining: false,
    ...overrides,
  };
  metrics.watchPool(() => context.store.connections());
  metrics.watch({
    admissionQuota: () => context.intake.state.admissionQuota,
    circuitOpen: () => context.intake.state.circuitOpen,
    unconfirmedJobs: () => context.intake.state.unconfirmedJobs,
    carriedBytes: () => context.queue.producer.carriedBytes(),
    waits: () => context.waits.count + context.responseWaits.count,
    unsentBytes: () => context.unsent.total,
    cachesTrusted: () => context.caches.trusted(),
    ...figuresOf(context.store),
  });
  return context;
}

/** Returns metrics of the whole database, which are read at each scrape. */
function figuresOf({ operator, execution }: SessionStore) {
  const now = () => performance.now();
  return { load: watchLoad(operator.readLoad, now), blockedTurns: watchLoad(execution.blocked.count, now) };
}
