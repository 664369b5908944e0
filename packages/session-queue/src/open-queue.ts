import { Queue } from 'bullmq';
import type { RedisAddress, SessionQueueOptions } from './queue-options.ts';
import { withDeadline } from './deadline.ts';
import { createBackend, postgresConnection } from './postgres-backend.ts';
import { preparePostgres } from './prepare-postgres.ts';
import { MAX_SINGLE_ADDS, OPERATION_TIMEOUT_MS, PRODUCER_POOL_SIZE, keyPrefixOf } from './queue-settings.ts';
import { type RedisClient, createFailFastRedis } from './redis-client.ts';
import { watchFitness } from './redis-fitness.ts';
import type { JobData, QueuedJob } from './session-job.ts';

/** The part of a BullMQ queue that producers and the consumer's watch use, on either backend. */
export interface OpenQueue {
  addBulk(jobs: QueuedJob[]): Promise<unknown>;
  countWaiting(): Promise<number>;
  /** Those that somebody has taken included. */
  countJobs(): Promise<number>;
  /** null on PostgreSQL. */
  redis: RedisClient | null;
  /** Why the queue that answers cannot serve; null: it can, or is away. */
  unfit(): string | null;
  /** Resolves when the queue can be used; rejects while PostgreSQL does not answer or cannot carry a queue. */
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

/** Opens without waiting; every operation rejects within OPERATION_TIMEOUT_MS while the queue is away. */
export function openQueue(options: SessionQueueOptions, role: string): OpenQueue {
  return options.redis === null ? openPostgresQueue(options) : openRedisQueue(options, options.redis, role);
}

function openRedisQueue(options: SessionQueueOptions, address: RedisAddress, role: string): OpenQueue {
  const redis = createFailFastRedis(address, role, options.onError);
  const unfit = watchFitness(redis, address, options.onError);
  const queue: AnyQueue = listened(
    new Queue(options.name, {
      connection: redis,
      prefix: keyPrefixOf(address),
      skipVersionCheck: true,
      skipMetasUpdate: true,
    }),
    options.onError,
  );
  const use = async <T>(what: string, operation: () => Promise<T>): Promise<T> => {
    // BullMQ waits for a first connection without end: fail at once instead.
    if (redis.status !== 'ready') throw new Error(`Redis is ${redis.status}`);
    return withDeadline(operation(), OPERATION_TIMEOUT_MS, what);
  };
  return {
    addBulk: (jobs) => use('adding jobs', () => addCheaply(queue, jobs, MAX_SINGLE_ADDS.redis)),
    countWaiting: () => use('counting jobs', () => queue.getWaitingCount()),
    countJobs: () => use('counting jobs', () => queue.getJobCountByTypes('waiting', 'active')),
    redis,
    unfit,
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
  let unfit: string | null = null;

  /** BullMQ never retries a failed first connection, so a queue that could not open is discarded. */
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
    unfit = await preparePostgres(options.databaseUrl);
    if (unfit !== null) throw new Error(unfit);
    const queue: AnyQueue = listened(
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
    unfit: () => unfit,
    opened: () => open().then(() => undefined),
    close: async () => {
      closed = true;
      // On a closed queue BullMQ never answers them.
      await Promise.allSettled(inFlight);
      await opened?.then((queue) => queue.close()).catch(() => undefined);
    },
  };
}

/**
 * BullMQ's call for many jobs costs more than adding a few of them one after the other: on PostgreSQL it creates
 * temporary tables, and for Redis it makes a pipeline, which copies the names of all its scripts. The jobs keep their
 * order.
 */
async function addCheaply(queue: AnyQueue, jobs: QueuedJob[], maxSingleAdds: number): Promise<void> {
  if (jobs.length > maxSingleAdds) await queue.addBulk(jobs);
  else for (const { name, data, opts } of jobs) await queue.add(name, data, opts);
}

function listened<Q extends { on(event: 'error', listener: (error: Error) => void): unknown }>(
  queue: Q,
  onError: (error: Error) => void,
): Q {
  queue.on('error', onError);
  return queue;
}
