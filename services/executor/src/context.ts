import { randomUUID } from 'node:crypto';
import {
  createLogger,
  createMetrics,
  logRarely,
  serviceVersion,
  storeOptionsOf,
  type Logger,
  type Tracing,
} from '@workflow/service-runtime';
import {
  createNotifications,
  DISPATCHER,
  EVERY_INGRESS,
  createSessionConsumer,
  createSessionProducer,
  createSessionStarts,
  createStartSealer,
  type SessionNotifications,
  type SessionConsumer,
  type SessionConsumerOptions,
  type SessionProducer,
  type SessionQueueOptions,
  type SessionStarts,
} from '@workflow/session-queue';
import { ComponentPackages } from '@workflow/component-packages';
import { describeManualPackages } from '@workflow/component-packages/processes';
import { openFileStore, type FileStore } from '@workflow/file-store';
import { createSessionStore, type SessionStore } from '@workflow/session-store';
import { compareDefinitions, compileStartRules } from '@workflow/validation';
import type { ExecutorConfig } from './config.ts';
import { AwaitedSessions } from './capacity/awaited-sessions.ts';
import { ChildEnds } from './session/child-ends.ts';
import { createExecutorMetrics, type ExecutorMetrics } from './health/executor-metrics.ts';
import { noteBackoff } from './health/note-backoff.ts';
import { createHttpClient, type HttpClient } from '@workflow/outbound';
import { openRequestTools, type RequestTools } from './requests/request-tools.ts';
import { openTokenKeeper } from './tokens/open-token-keeper.ts';
import { openSessions, type Sessions } from './runtime/open-sessions.ts';
import { traceJobs } from './runtime/trace-jobs.ts';

/** Maximum bytes of an event receiver's answer, of which only the status is used. */
const MAX_EVENT_ANSWER_BYTES = 1024 * 1024;

/** All parts of an executor. */
export interface ExecutorContext extends Sessions {
  config: ExecutorConfig;
  logger: Logger;
  executorId: string;
  metrics: ExecutorMetrics;
  /** The store, without the parts that only ingress needs. */
  store: Omit<SessionStore, 'backoffsOf' | 'intake' | 'management' | 'operator' | 'problem' | 'sessions'>;
  files: FileStore;
  producer: SessionProducer;
  notifications: SessionNotifications;
  /** Opens the sealed data about sessions that jobs carry. */
  starts: SessionStarts;
  /** Active sessions for which a caller waits. */
  awaited: AwaitedSessions;
  createConsumer: (options: Pick<SessionConsumerOptions, 'concurrency' | 'run'>) => SessionConsumer;
  onQueueError: (error: Error) => void;
  /** Waits for open requests to authorization servers. */
  closeTokens: () => Promise<void>;
  /** The dependencies for answering the requests that ingress sends to executors. */
  requestTools: RequestTools;
  /** The installed component packages. */
  packages: ComponentPackages;
  /** Delivers events to URLs that workflows may reach. It follows no redirect. */
  eventClient: HttpClient;
  /** Null if no traces are sent. */
  tracing: Tracing | null;
}

export const ExecutorContext = {
  /**
   * Creates every part explicitly, without waiting for PostgreSQL or the queue. Other parts use the overridden ones.
   */
  fromConfig(config: ExecutorConfig, overrides: Partial<ExecutorContext> = {}): ExecutorContext {
    const logger =
      overrides.logger ?? createLogger({ service: 'executor', level: config.logLevel, pretty: config.logPretty });
    const { tracing = null } = overrides;
    const traced = tracing === null ? null : traceJobs(tracing, config.queueName);
    const metrics =
      overrides.metrics ?? createExecutorMetrics(createMetrics('executor', serviceVersion(), { pool: config.pool }));
    const queue = queueOptionsOf(config, logger, metrics);
    const keys = [config.secretsKey, ...config.previousSecretsKeys];
    const notifications = overrides.notifications ?? createNotifications(queue, keys);
    const childEnds = new ChildEnds(config.concurrency);
    const store =
      overrides.store ??
      createSessionStore({
        ...storeSettingsOf(config, logger, metrics),
        onReady: (sessionId) => notifications.publish(DISPATCHER, [{ sessionId }]),
        onChildEnded: (parentId) => childEnds.ended(parentId),
        onAnswered: (sessionId) => notifications.publish(EVERY_INGRESS, [{ sessionId }]),
      });
    metrics.watchPool(() => store.connections());
    metrics.watchBackoffs(() => store.backoffs());
    const packages =
      overrides.packages ??
      new ComponentPackages({ directory: config.componentsDir, log: logger, describe: describeManualPackages });
    const files = overrides.files ?? openFileStore({ files: store.files, ...config.files });
    const tokens = openTokenKeeper(config, store.credentials, metrics, logger);
    const starts = createSessionStarts(keys);
    const executorId = randomUUID();
    const awaited = overrides.awaited ?? new AwaitedSessions(notifications);
    const sessions = openSessions({
      config,
      store,
      metrics,
      logger,
      tokens,
      files,
      tracing,
      responded: (notification) => awaited.responded(notification),
      childEnds,
      packages,
    });
    return {
      config,
      logger,
      executorId,
      metrics,
      files,
      producer: createSessionProducer(queue, createStartSealer(starts, executorId, config.dispatcher.maxCarriedBytes)),
      notifications,
      starts: traced === null ? starts : traced.starts(starts),
      awaited,
      createConsumer: ({ concurrency, run }) =>
        createSessionConsumer({
          ...queue,
          pool: config.pool,
          databasePoolSize: config.queueDatabasePoolSize,
          concurrency,
          run: traced === null ? run : traced.run(run),
        }),
      onQueueError: queue.onError,
      eventClient: createHttpClient({ ...config.http, maxResponseBytes: MAX_EVENT_ANSWER_BYTES, maxRedirects: 0 }),
      packages,
      requestTools: openRequestTools(config, store, tokens),
      closeTokens: tokens.close,
      tracing,
      ...sessions,
      ...overrides,
      store: traced === null ? store : { ...store, execution: traced.execution(store.execution) },
    };
  },
};

function storeSettingsOf(
  config: ExecutorConfig,
  logger: Logger,
  metrics: ExecutorMetrics,
): Parameters<typeof createSessionStore>[0] {
  return {
    ...storeOptionsOf(config),
    onStatement: metrics.statementEnded,
    onBatch: metrics.batchWritten,
    onBackoff: noteBackoff(logger, metrics),
    compareDefinitions,
    startRulesOf: compileStartRules,
    maxDescendants: config.sessions.maxDescendants,
    // Each slot has at most a claim, a step and an end in progress, in addition to children and retries.
    maxPending: config.concurrency * 10,
    // Executors start children with another statement.
    maxPendingCharacters: 0,
    lingerMs: 0,
  };
}

function queueOptionsOf(config: ExecutorConfig, logger: Logger, metrics: ExecutorMetrics): SessionQueueOptions {
  const warn = logRarely(logger, 'An operation of the queue failed');
  return {
    redis: config.redis,
    databaseUrl: config.queueDatabaseUrl,
    name: config.queueName,
    onError: (error) => {
      metrics.queueErrors.inc();
      warn(error);
    },
  };
}
