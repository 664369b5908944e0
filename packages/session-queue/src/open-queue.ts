import { Queue } from 'bullmq';
import type { RedisAddress, SessionQueueOptions } from './queue-options.ts';
import { withDeadline } from './deadline.ts';
import { createBackend, postgresConnection } from './postgres-backend.ts';
import { preparePostgres } from './prepare-postgres.ts';
import { MAX_SINGLE_ADDS, OPERATION_TIMEOUT_MS, PRODUCER_POOL_SIZE, keyPrefixOf } from './queue-settings.ts';
import { type RedisClient, createFailFastRedis } from './redis-client.ts';
import { watchRedis } from './watch-redis.ts';
import type { JobData, QueuedJob } from './session-job.ts';

/** The part of a BullMQ queue that producers and the consumer's watch use, on either backend. */
export interface OpenQueue {
  addBulk(jobs: QueuedJob[]): Promise<unknown>;
  countWaiting(): Promise<number>;
  /** Counts waiting jobs and jobs that a consumer has taken. */
  countJobs(): Promise<number>;
  /** null on PostgreSQL. */
  redis: RedisClient | null;
  /** Returns why a queue that answers cannot be used; null if it can, or does not answer. */
  problem(): string | null;
  /** Resolves when the queue can be used. Rejects if PostgreSQL does not answer or cannot be used as a queue. */
  opened(): Promise<void>;
  close(): Promise<void>;
}

/** The calls that this package makes on a queue, without BullMQ's backend types. */
interface AnyQueue {
  add(name: string, data: JobData, opts: QueuedJob['opts']): Promise<unknown>;
  addBulk(jobs: QueuedJob[]): Promise<unknown>;
  getWaitingCount(): Promise<number>;
  getJobCountByTypes(...types: ('waiting' | 'active')[]): Promise<number>;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens without waiting. Every operation rejects within OPERATION_TIMEOUT_MS while the queue does not answer. */
export function openQueue(options: SessionQueueOptions, role: string): OpenQueue {
  return options.redis === null ? openPostgresQueue(options) : openRedisQueue(options, options.redis, role);
}

function openRedisQueue(options: SessionQueueOptions, address: RedisAddress, role: string): OpenQueue {
  const redis = createFailFastRedis(address, role, options.onError);
  const problem = watchRedis(redis, address, options.onError);
  const queue: AnyQueue = withErrorListener(
    new Queue(options.name, {
      connection: redis,
      prefix: keyPrefixOf(address),
      skipVersionCheck: true,
      skipMetasUpdate: true,
    }),
    options.onError,
  );
  const use = async <T>(what: string, operation: () => Promise<T>): Promise<T> => {
    // BullMQ waits for a first connection without end, so this fails at once instead.
    if (redis.status !== 'ready') throw new Error(`Redis is ${redis.status}`);
    return withDeadline(operation(), OPERATION_TIMEOUT_MS, what);
  };
  return {
    addBulk: (jobs) => use('adding jobs', () => addCheaply(queue, jobs, MAX_SINGLE_ADDS.redis)),
    countWaiting: () => use('counting jobs', () => queue.getWaitingCount()),
    countJobs: () => use('counting jobs', () => queue.getJobCountByTypes('waiting', 'active')),
    redis,
    problem,
    opened: () => Promise.resolve(),
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
  let problem: string | null = null;

  /** Opens the queue. BullMQ never retries a failed first connection, so a queue that could not open is discarded. */
  function open(): Promise<AnyQueue> {
    if (closed) return Promise.reject(new Error('the queue is closed'));
    if (opened !== null) return opened;
    const opening = openOnce().catch((error: unknown) => {
      if (opened === opening) opened = null;
      throw error;
    });
    opened = opening;
    return opening;
  }

  async function openOnce(): Promise<AnyQueue> {
    problem = await preparePostgres(options.databaseUrl);
    if (problem !== null) throw new Error(problem);
    const queue: AnyQueue = withErrorListener(
      new Queue(
        options.name,
        { connection: postgresConnection(options.databaseUrl, PRODUCER_POOL_SIZE) },
        createBackend,
      ),
      options.onError,
    );
    try {
      await queue.waitUntilReady();
      return queue;
    } catch (error) {
      await queue.close().catch(() => undefined);
      throw error;
    }
  }

  const inFlight = new Set<Promise<unknown>>();
  function use<T>(what: string, operation: (queue: AnyQueue) => Promise<T>): Promise<T> {
    const done = withDeadline(open().then(operation), OPERATION_TIMEOUT_MS, what).finally(() => inFlight.delete(done));
    inFlight.add(done);
    return done;
  }
  open().catch(options.onError);
  return {
    addBulk: (jobs) => use('adding jobs', (queue) => addCheaply(queue, jobs, MAX_SINGLE_ADDS.postgres)),
    countWaiting: () => use('counting jobs', (queue) => queue.getWaitingCount()),
    countJobs: () => use('counting jobs', (queue) => queue.getJobCountByTypes('waiting', 'active')),
    redis: null,
    problem: () => problem,
    opened: () => open().then(() => undefined),
    close: async () => {
      closed = true;
      // BullMQ never answers pending operations of a closed queue.
      await Promise.allSettled(inFlight);
      await opened?.then((queue) => queue.close()).catch(() => undefined);
    },
  };
}

/**
 * Adds jobs in their order, one by one if they are few. BullMQ's call for many jobs costs more than adding a few: on
 * PostgreSQL it creates temporary tables, and for Redis it makes a pipeline, which copies the names of all its scripts.
 */
async function addCheaply(queue: AnyQueue, jobs: QueuedJob[], maxSingleAdds: number): Promise<void> {
  if (jobs.length > maxSingleAdds) await queue.addBulk(jobs);
  else for (const { name, data, opts } of jobs) await queue.add(name, data, opts);
}

function withErrorListener<Q extends { on(event: 'error', listener: (error: Error) => void): unknown }>(
  queue: Q,
  onError: (error: Error) => void,
): Q {
  queue.on('error', onError);
  return queue;
}
