import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createLogger } from '@workflow/service-runtime';
import {
  createNotifications,
  createSessionProducer,
  type SessionNotifications,
  type SessionProducer,
  type SessionQueueOptions,
} from '@workflow/session-queue';
import { createSessionStore, type NewSession, type Execution, type SessionStore } from '@workflow/session-store';
import {
  createOrganization,
  createTestDatabase,
  newSession,
  testQueueName,
  waitFor,
  watchSharedLoop,
} from '@workflow/test-harness';
import type { SessionStatus } from '@workflow/workflow-model';
import { readExecutorConfig, type ExecutorConfig } from '../src/config.ts';
import { ExecutorContext } from '../src/context.ts';
import { createExecutor, type Executor } from '../src/runtime/executor.ts';
import type { SessionRunner } from '../src/runtime/session-taker.ts';

/**
 * It is longer than the delay of heartbeats on a loaded machine. Executors of these tests end without heartbeats, or
 * never existed.
 */
const EXECUTOR_DEAD_AFTER_MS = 30_000;

export interface ExecutorFixture {
  store: SessionStore;
  queue: SessionQueueOptions;
  producer: SessionProducer;
  notifications: SessionNotifications;
  /** Creates an organization with keys. Sessions belong to others unless they name it. */
  organization(): Promise<string>;
  accept(fields?: Partial<NewSession>): Promise<NewSession>;
  statusOf(session: NewSession): Promise<SessionStatus | undefined>;
  /** Claims the session as executors that are dead by now, so that its next claim counts so many crashes. */
  crash(session: NewSession, times: number): Promise<void>;
  /** Makes sessions look as if they had been enqueued longer ago than a silent executor counts as alive. */
  age(sessions: readonly NewSession[]): Promise<void>;
  /** `claim` replaces the store's own. */
  start(
    runSession: SessionRunner,
    more?: {
      concurrency?: number;
      claimAfterMs?: number;
      dispatcher?: ExecutorConfig['dispatcher'];
      claim?: (execution: Execution) => Execution['claim'];
    },
  ): Promise<Executor>;
  stop(): Promise<void>;
}

/** Values that no job carries. Their session is claimed before it runs. */
export const LARGE_VALUES = JSON.stringify({ large: 'a'.repeat(20_000) });

/** Opens a separate database, queue name and executors for a test. `runSession` replaces the walk of the graph. */
export async function openExecutorFixture(redisUrl: string | null): Promise<ExecutorFixture> {
  const database = await createTestDatabase();
  const secretsKey = 'ab'.repeat(32);
  const queue: SessionQueueOptions = {
    redis: redisUrl === null ? null : { kind: 'standalone', url: redisUrl },
    databaseUrl: database.databaseUrl,
    name: testQueueName(),
    onError: () => undefined,
  };
  const config = readExecutorConfig({
    DATABASE_URL: database.databaseUrl,
    ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
    QUEUE_NAME: queue.name,
    SECRETS_KEY: secretsKey,
    EXECUTOR_METRICS_PORT: '0',
    EXECUTOR_DEAD_AFTER_MS: String(EXECUTOR_DEAD_AFTER_MS),
    LOG_LEVEL: 'silent',
  });
  const openStore = (executorDeadAfterMs: number): SessionStore =>
    createSessionStore({
      databaseUrl: database.databaseUrl,
      poolSize: 4,
      statementTimeoutMs: 30_000,
      lockTimeoutMs: 30_000,
      connectTimeoutMs: 30_000,
      transactionTimeoutMs: 30_000,
      lingerMs: 0,
      maxPending: 10_000,
      maxPendingCharacters: 1e9,
      secretsKey: Buffer.from(secretsKey, 'hex'),
      executorDeadAfterMs,
    });
  const store = openStore(EXECUTOR_DEAD_AFTER_MS);
  const producer = createSessionProducer(queue);
  const notifications = createNotifications(queue, [Buffer.from(secretsKey, 'hex')]);
  const executors: Executor[] = [];
  const loop = watchSharedLoop('executor');
  await waitFor(() => producer.ping().then(() => true));

  const fixture: ExecutorFixture = {
    store,
    queue,
    producer,
    notifications,
    organization: async () => (await createOrganization(database.databaseUrl)).id,
    async accept(fields = {}) {
      const session = newSession({ placeholderValuesJson: '{}', enqueue: false, ...fields });
      await store.intake.accept(session);
      return session;
    },
    statusOf: async ({ organizationId, id }) => (await store.sessions.queries.find(organizationId, id))?.status,
    async crash(session, times) {
      const impatient = openStore(1);
      for (let crash = 0; crash < times; crash += 1) {
        await waitFor(() => impatient.execution.claim({ sessionId: session.id, executorId: randomUUID() }));
      }
      await impatient.close();
      await fixture.age([session]);
    },
    async age(sessions) {
      const client = new Client({ connectionString: database.databaseUrl });
      await client.connect();
      try {
        await client.query(
          "UPDATE sessions SET enqueued_at = enqueued_at - $2 * interval '1 millisecond' WHERE id = ANY ($1::uuid[])",
          [sessions.map(({ id }) => id), EXECUTOR_DEAD_AFTER_MS],
        );
      } finally {
        await client.end();
      }
    },
    async start(runSession, { claim, claimAfterMs = config.sessions.claimAfterMs, ...more } = {}) {
      const logger = createLogger({ service: 'executor', level: 'silent' });
      const opened = openStore(EXECUTOR_DEAD_AFTER_MS);
      const { execution } = opened;
      const store = claim === undefined ? opened : { ...opened, execution: { ...execution, claim: claim(execution) } };
      const sessions = { ...config.sessions, claimAfterMs };
      const context = ExecutorContext.fromConfig({ ...config, sessions, ...more }, { logger, runSession, store });
      const executor = createExecutor(context, () => undefined);
      executors.push(executor);
      await executor.start();
      return executor;
    },
    async stop() {
      loop.stop();
      for (const executor of executors) {
        await executor.quiet();
        await executor.stop(4_000);
      }
      await Promise.all([producer.close(), notifications.close(), store.close()]);
      await database.drop();
    },
  };
  return fixture;
}
