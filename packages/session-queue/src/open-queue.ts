import { Queue, createPostgresBackend } from 'bullmq';
import type { Redis } from 'ioredis';
import { Client, type ClientConfig } from 'pg';
import type { SessionQueueOptions } from './contract.ts';
import { withDeadline } from './deadline.ts';
import {
  CONNECT_TIMEOUT_MS, IDLE_CONNECTION_MS, KEY_PREFIX, OPERATION_TIMEOUT_MS, POSTGRES_SCHEMA, PRODUCER_POOL_SIZE,
  STATEMENT_ANSWER_TIMEOUT_MS, STATEMENT_TIMEOUT_MS,
} from './queue-settings.ts';
import { createFailFastRedis, warnOfEviction } from './redis-client.ts';
import type { QueuedJob } from './session-job.ts';

/** What producers and the consumer's watch need of a BullMQ queue, on either backend. */
export interface OpenQueue {
  addBulk(jobs: QueuedJob[]): Promise<unknown>;
  countWaiting(): Promise<number>;
  /** null on PostgreSQL. */
  redis: Redis | null;
  close(): Promise<void>;
}

/** The two calls that this package makes on a queue, without BullMQ's backend types. */
interface AnyQueue {
  addBulk(jobs: QueuedJob[]): Promise<unknown>;
  getWaitingCount(): Promise<number>;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens without waiting; every operation rejects within OPERATION_TIMEOUT_MS while the queue is away. */
export function openQueue(options: SessionQueueOptions, role: string): OpenQueue {
  return options.redisUrl === null ? openPostgresQueue(options) : openRedisQueue(options, options.redisUrl, role);
}

function openRedisQueue(options: SessionQueueOptions, redisUrl: string, role: string): OpenQueue {
  const redis = createFailFastRedis(redisUrl, role, options.onError);
  redis.on('ready', () => void warnOfEviction(redis, options.onError));
  const queue: AnyQueue = listened(
    new Queue(options.name, { connection: redis, prefix: KEY_PREFIX, skipVersionCheck: true, skipMetasUpdate: true }),
    options.onError,
  );
  const use = async <T>(what: string, operation: () => Promise<T>): Promise<T> => {
    // BullMQ waits for a first connection without end: fail at once instead.
    if (redis.status !== 'ready') throw new Error(`Redis is ${redis.status}`);
    return withDeadline(operation(), OPERATION_TIMEOUT_MS, what);
  };
  return {
    addBulk: (jobs) => use('adding jobs', () => queue.addBulk(jobs)),
    countWaiting: () => use('counting jobs', () => queue.getWaitingCount()),
    redis,
    close: async () => {
      // A queue that never connected does not close by itself.
      await withDeadline(queue.close(), OPERATION_TIMEOUT_MS, 'closing').catch(() => undefined);
      redis.disconnect();
    },
  };
}

function openPostgresQueue(options: SessionQueueOptions): OpenQueue {
  let opened: Promise<AnyQueue> | null = null;
  let closed = false;

  /** BullMQ remembers a failed first connection for good, so a queue that could not open is thrown away. */
  function open(): Promise<AnyQueue> {
    if (closed) return Promise.reject(new Error('the queue is closed'));
    if (opened !== null) return opened;
    const queue: AnyQueue = listened(
      new Queue(options.name, { connection: postgresConnection(options.databaseUrl, PRODUCER_POOL_SIZE) }, createPostgresBackend),
      options.onError,
    );
    const opening = queue.waitUntilReady().then(
      () => queue,
      async (error: unknown) => {
        if (opened === opening) opened = null;
        await queue.close().catch(() => undefined);
        throw error;
      },
    );
    opened = opening;
    return opening;
  }
  const use = <T>(what: string, operation: (queue: AnyQueue) => Promise<T>): Promise<T> =>
    withDeadline(open().then(operation), OPERATION_TIMEOUT_MS, what);
  open().catch(options.onError);
  return {
    addBulk: (jobs) => use('adding jobs', (queue) => queue.addBulk(jobs)),
    countWaiting: () => use('counting jobs', (queue) => queue.getWaitingCount()),
    redis: null,
    close: async () => {
      closed = true;
      await opened?.then((queue) => queue.close()).catch(() => undefined);
    },
  };
}

/**
 * A connection that breaks while BullMQ has it in use rejects its statement and raises `error` besides; nobody
 * listens for that one, and it would end the process.
 */
class ListenedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** A pool of BullMQ's own: its statements find the tables by `search_path`. */
export function postgresConnection(databaseUrl: string, max: number) {
  return {
    connectionString: databaseUrl,
    schema: POSTGRES_SCHEMA,
    migrate: true,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_ANSWER_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    application_name: 'session-queue',
    keepAlive: true,
    Client: ListenedClient,
  };
}

function listened<Q extends { on(event: 'error', listener: (error: Error) => void): unknown }>(queue: Q, onError: (error: Error) => void): Q {
  queue.on('error', onError);
  return queue;
}
