import { randomUUID } from 'node:crypto';
import { createMetrics, type Logger } from '@workflow/service-runtime';
import {
  createEndSignals, createSessionConsumer, createSessionProducer, type EndSignals, type SessionConsumer, type SessionConsumerOptions, type SessionProducer,
} from '@workflow/session-queue';
import { createSessionStore, type SessionStore } from '@workflow/session-store';
import type { ExecutorConfig } from './config.ts';
import { createExecutorMetrics, type ExecutorMetrics } from './health/executor-metrics.ts';
import { logRarely } from './runtime/log-rarely.ts';
import type { SessionRunner } from './runtime/run-job.ts';
import { createSessionSetup } from './runtime/session-setup.ts';

/** Everything that an executor works with. */
export interface ExecutorContext {
  config: ExecutorConfig;
  logger: Logger;
  executorId: string;
  metrics: ExecutorMetrics;
  store: Pick<SessionStore, 'sessions' | 'executors' | 'dispatcher' | 'retention' | 'close'>;
  producer: SessionProducer;
  signals: EndSignals;
  createConsumer: (options: Pick<SessionConsumerOptions, 'concurrency' | 'run'>) => SessionConsumer;
  runSession: SessionRunner;
  /** Ends what `runSession` holds open: sandbox processes, HTTP connections. */
  closeSessions: () => Promise<void>;
}

export const ExecutorContext = {
  /** Makes every part by hand, without waiting for PostgreSQL or the queue; overrides come last. */
  fromConfig(config: ExecutorConfig, logger: Logger, overrides: Partial<ExecutorContext> = {}): ExecutorContext {
    const metrics = overrides.metrics ?? createExecutorMetrics(createMetrics('executor'));
    const warn = logRarely(logger, 'the queue is in trouble');
    const queue = {
      redisUrl: config.redisUrl,
      databaseUrl: config.databaseUrl,
      name: config.queueName,
      onError: (error: Error) => {
        metrics.queueErrors.inc();
        warn(error);
      },
    };
    const store = createSessionStore({
      databaseUrl: config.databaseUrl,
      poolSize: config.databasePoolSize,
      statementTimeoutMs: config.databaseStatementTimeoutMs,
      // Less than the statement's, so that a wait for a lock fails as one: nothing was written, and it is tried again.
      lockTimeoutMs: Math.ceil(config.databaseStatementTimeoutMs / 2),
      connectTimeoutMs: config.databaseConnectTimeoutMs,
      // Each slot has at most a claim, a step and an end under way; children and retries go beside them.
      maxPending: config.concurrency * 10,
      // Children are not accepted by this way.
      maxPendingCharacters: 0,
      gatherMs: 0,
      secretsKey: config.secretsKey,
      executorDeadAfterMs: config.executorDeadAfterMs,
    });
    const setup = createSessionSetup(config, store, metrics, logger);
    return {
      config,
      logger,
      executorId: randomUUID(),
      metrics,
      store,
      producer: createSessionProducer(queue),
      signals: createEndSignals(queue),
      createConsumer: (options) => createSessionConsumer({ ...queue, databasePoolSize: config.queueDatabasePoolSize, ...options }),
      runSession: setup.runSession,
      closeSessions: setup.close,
      ...overrides,
    };
  },
};
