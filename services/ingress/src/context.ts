import { randomUUID } from 'node:crypto';
import { createMetrics, createLogger, type Logger } from '@workflow/service-runtime';
import { createEndSignals, createFailFastRedis, createSessionProducer, type EndSignals, type SessionProducer } from '@workflow/session-queue';
import { createSessionStore, type Credentials, type RunningSessions, type SessionStore, type SessionStoreOptions, type SessionViews } from '@workflow/session-store';
import type { Express } from 'express';
import type { HttpLogger } from 'pino-http';
import { AUTH_PATH, LastUsed, openAccounts, type Accounts } from './auth/index.ts';
import { ChangeFeed } from './caches/change-feed.ts';
import { createCredentialCaches, type CredentialCaches } from './caches/credential-caches.ts';
import type { IngressConfig } from './config.ts';
import { OrganizationCredit } from './enqueue/organization-credit.ts';
import { SessionEnqueuer } from './enqueue/session-enqueuer.ts';
import type { UserAuthenticator } from './http/caller.ts';
import type { Route } from './http/define-route.ts';
import { LargeBodies } from './http/large-bodies.ts';
import { observeRequest } from './http/observe-request.ts';
import { createRequestLog } from './http/request-log.ts';
import { createIngressMetrics, type IngressMetrics } from './ingress-metrics.ts';
import { routes } from './routes/index.ts';
import { SessionWaits } from './runs/session-waits.ts';
import { EventStreams } from './sessions/event-streams.ts';
import { SessionListWatch } from './sessions/session-list-watch.ts';
import { SessionWatch } from './sessions/session-watch.ts';
import { WebhookRateLimits } from './webhook/webhook-rate-limits.ts';

/** Mounts what answers by itself; called after the security headers, before the routes. */
export type AppExtension = (app: Express, context: AppContext) => void;

/** Everything that a route may use. Made by hand in one place; tests replace parts by overrides. */
export interface AppContext {
  config: IngressConfig;
  log: Logger;
  requestLog: HttpLogger;
  metrics: IngressMetrics;
  /** Names this replica to the executors that signal a session's end. */
  replicaId: string;
  store: SessionStore;
  sessions: Pick<RunningSessions, 'accept' | 'keepResponse' | 'findResponse' | 'readEnded'>;
  sessionViews: SessionViews;
  credentials: Credentials;
  producer: SessionProducer;
  signals: EndSignals;
  caches: CredentialCaches;
  feed: ChangeFeed;
  credit: OrganizationCredit;
  enqueuer: SessionEnqueuer;
  waits: SessionWaits;
  watch: SessionWatch;
  listWatch: SessionListWatch;
  eventStreams: EventStreams;
  largeBodies: LargeBodies;
  rateLimits: WebhookRateLimits;
  users: UserAuthenticator;
  accounts: Accounts;
  lastUsed: LastUsed;
  routes: readonly Route[];
  /** What mounts itself on Express beside the route table, such as the accounts library's own paths. */
  extensions: readonly AppExtension[];
  /** true once a shutdown began: answers say `Connection: close`. */
  draining: boolean;
}

export const AppContext = { fromConfig: createAppContext };

/** Makes the context. Nothing connects and nothing polls before `start`. */
function createAppContext(config: IngressConfig, overrides: Partial<AppContext> = {}): AppContext {
  const log = overrides.log ?? createLogger({ service: 'ingress', level: config.logLevel, pretty: config.logPretty });
  const metrics = overrides.metrics ?? createIngressMetrics(createMetrics('ingress'));
  const now = (): number => performance.now();
  const queue = { redisUrl: config.redisUrl, databaseUrl: config.databaseUrl, name: config.queueName, onError: logRarely(log, 'queue error') };
  const store = overrides.store ?? createSessionStore(storeOptions(config));
  const credentials = overrides.credentials ?? store.credentials;
  const views = overrides.sessionViews ?? store.views;
  const sessions = overrides.sessions ?? store.sessions;
  const producer = overrides.producer ?? createSessionProducer(queue);
  const credit = new OrganizationCredit({ initial: config.initialCredit, holdMs: CREDIT_HOLD_MS });
  const enqueuer = new SessionEnqueuer(producer, credit, {
    maxUnconfirmed: config.maxUnconfirmedJobs,
    openMs: CIRCUIT_OPEN_MS,
    maxOpenMs: CIRCUIT_MAX_OPEN_MS,
    now,
    onFailure: (err, jobs) => {
      metrics.enqueueFailed(jobs);
      log.warn({ err, jobs }, 'the queue takes no jobs; sessions wait in PostgreSQL');
    },
  });
  const feed: ChangeFeed = new ChangeFeed({
    credentials,
    pollMs: config.changePollMs,
    trustMs: config.cacheTrustMs,
    now,
    onChange: (change) => caches.apply(change),
    onTruncated: () => caches.clear(),
    onWindows: (windows, dispatching) => credit.apply(windows, dispatching),
    onError: logRarely(log, 'changes could not be polled'),
  });
  const caches = createCredentialCaches({ credentials, entries: config.cacheEntries, trusted: () => feed.trusted(), now });
  // What this replica changes itself is out of its caches before the change is answered.
  store.management.onChange((change) => caches.apply(change));
  const lastUsed = new LastUsed({ credentials, everyMs: config.auth.lastUsedWriteMs, onError: logRarely(log, 'last-used times could not be written') });
  const accounts = overrides.accounts ?? openAccounts({ config: config.auth, publicUrl: config.publicUrl, management: store.management, log });
  const waits = new SessionWaits({
    sessions,
    limit: config.maxSessionWaits,
    minPollMs: WAIT_POLL_MIN_MS,
    maxPollMs: WAIT_POLL_MAX_MS,
    onError: logRarely(log, 'ends of sessions could not be read'),
  });
  metrics.watch({
    credit: () => credit.total,
    circuitOpen: () => enqueuer.circuitOpen,
    unconfirmedJobs: () => enqueuer.unconfirmed,
    waits: () => waits.count,
    cachesTrusted: () => feed.trusted(),
  });
  return {
    config, log, metrics, store, sessions, credentials, producer, credit, enqueuer, feed, caches, waits,
    requestLog: createRequestLog(log),
    replicaId: randomUUID(),
    sessionViews: views,
    signals: overrides.signals ?? createEndSignals(queue),
    watch: new SessionWatch({ views, pollMs: WATCH_POLL_MS, onError: logRarely(log, 'watched sessions could not be read') }),
    listWatch: new SessionListWatch({ views, pollMs: LIST_WATCH_POLL_MS, onError: logRarely(log, 'watched lists could not be read') }),
    largeBodies: new LargeBodies(config.maxLargeBodyBytesInHand),
    eventStreams: new EventStreams(config.maxEventStreams, config.maxEventStreamsPerOrganization),
    rateLimits: new WebhookRateLimits(config.redisUrl === null ? null : createFailFastRedis(config.redisUrl, 'ingress-rate-limits', queue.onError)),
    accounts,
    lastUsed,
    users: accounts.users,
    routes,
    extensions: [(app, context) => accounts.mount(app, (request, response) => observeRequest(context, request, response, AUTH_PATH))],
    draining: false,
    ...overrides,
  };
}

/** The dispatcher sees a backlog within one of its turns of 250 ms. */
const CREDIT_HOLD_MS = 1_000;
const CIRCUIT_OPEN_MS = 250;
const CIRCUIT_MAX_OPEN_MS = 5_000;
const WAIT_POLL_MIN_MS = 25;
const WAIT_POLL_MAX_MS = 250;
const WATCH_POLL_MS = 250;
const LIST_WATCH_POLL_MS = 1_000;
const LOG_EVERY_MS = 5_000;

/** An outage fails every poll: one line now and then says so. */
function logRarely(log: Logger, message: string): (error: unknown) => void {
  let loggedAt = -Infinity;
  return (err) => {
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.warn({ err }, message);
  };
}

function storeOptions(config: IngressConfig): SessionStoreOptions {
  return {
    databaseUrl: config.databaseUrl,
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    // Less than the statement's, so that a wait for a lock fails as one: nothing was written.
    lockTimeoutMs: Math.ceil(config.databaseStatementTimeoutMs / 2),
    connectTimeoutMs: config.databaseConnectTimeoutMs,
    gatherMs: config.acceptGatherMs,
    maxPending: config.maxPendingAccepts,
    maxPendingCharacters: config.maxPendingAcceptBytes,
    secretsKey: config.secretsKey,
    executorDeadAfterMs: config.executorDeadAfterMs,
  };
}
