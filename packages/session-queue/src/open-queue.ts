import { Queue } from 'bullmq';
import { isConnectionLoss } from '@workflow/postgres-hosts';
import { DEFAULT_POOL } from '@workflow/workflow-model';
import type { RedisAddress, SessionQueueOptions } from './queue-options.ts';
import { withDeadline } from './deadline.ts';
import { createBackend, postgresConnection } from './postgres-backend.ts';
import { preparePostgres } from './prepare-postgres.ts';
import {
  MAX_SINGLE_ADDS,
  OPERATION_TIMEOUT_MS,
  PRODUCER_POOL_SIZE,
  keyPrefixOf,
  queueNameOf,
} from './queue-settings.ts';
import { type RedisClient, createFailFastRedis } from './redis-client.ts';
import { watchRedis } from './watch-redis.ts';
import type { JobData, QueuedJob } from './session-job.ts';

/**
 * The calls to BullMQ's queues that producers and consumers use, on either backend. Each pool has a queue, which is
 * opened at its first use.
 */
interface OpenQueue {
  addBulk(pool: string, jobs: QueuedJob[]): Promise<unknown>;
  countWaiting(pool: string): Promise<number>;
  /** Counts waiting jobs and jobs that consumers are processing. */
  countJobs(pool: string): Promise<number>;
  /** null on PostgreSQL. */
  redis: RedisClient | null;
  /** Returns why a queue that answers cannot be used; null if it can, or does not answer. */
  problem(): string | null;
  /** Resolves when the queue can be used. Rejects if PostgreSQL does not answer or cannot be used as a queue. */
  opened(): Promise<void>;
  close(): Promise<void>;
}

/** Maximum number of attempts to add jobs on PostgreSQL if connections end. */
const MAX_ADDS = 3;

/** The calls that this package makes to a queue, without BullMQ's types of backends. */
interface AnyQueue {
  add(name: string, data: JobData, opts: QueuedJob['opts']): Promise<unknown>;
  addBulk(jobs: QueuedJob[]): Promise<unknown>;
  getWaitingCount(): Promise<number>;
  getJobCountByTypes(...types: ('waiting' | 'active')[]): Promise<number>;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Opens a queue without waiting. Every operation rejects within OPERATION_TIMEOUT_MS if the queue does not answer.
 * @param firstPool the pool whose queue is used first
 */
export function openQueue(options: SessionQueueOptions, role: string, firstPool = DEFAULT_POOL): OpenQueue {
  return options.redis === null ? openPostgresQueue(options, firstPool) : openRedisQueue(options, options.redis, role);
}

function openRedisQueue(options: SessionQueueOptions, address: RedisAddress, role: string): OpenQueue {
  const redis = createFailFastRedis(address, role, options.onError);
  const problem = watchRedis(redis, address, options.onError);
  const queues = new Map<string, AnyQueue>();
  const queueOf = (pool: string): AnyQueue => {
    const openQueue = queues.get(pool);
    if (openQueue !== undefined) return openQueue;
    const settings = { prefix: keyPrefixOf(address), skipVersionCheck: true, skipMetasUpdate: true };
    const name = queueNameOf(options.name, pool);
    const queue = new Queue(name, { connection: redis, ...settings });
    queue.on('error', options.onError);
    queues.set(pool, queue);
    return queue;
  };
  const use = async <T>(what: string, pool: string, operation: (queue: AnyQueue) => Promise<T>): Promise<T> => {
    // BullMQ waits for a first connection forever, so this fails immediately instead.
    if (redis.status !== 'ready') throw new Error(`Redis is ${redis.status}`);
    return withDeadline(operation(queueOf(pool)), OPERATION_TIMEOUT_MS, what);
  };
  return {
    addBulk: (pool, jobs) => use('adding jobs', pool, (queue) => addCheaply(queue, jobs, MAX_SINGLE_ADDS.redis)),
    countWaiting: (pool) => use('counting jobs', pool, countWaiting),
    countJobs: (pool) => use('counting jobs', pool, countJobs),
    redis,
    problem,
    opened: () => Promise.resolve(),
    close: async () => {
      // A queue that never connected does not close by itself.
      const closed = Promise.all([...queues.values()].map((queue) => queue.close()));
      await withDeadline(closed, OPERATION_TIMEOUT_MS, 'closing').catch(() => undefined);
      redis.disconnect();
    },
  };
}

function openPostgresQueue(options: SessionQueueOptions, firstPool: string): OpenQueue {
  const opened = new Map<string, Promise<AnyQueue>>();
  let closed = false;
  let prepared = false;
  let problem: string | null = null;

  /** Opens a queue. BullMQ never retries a failed first connection, so a queue that could not open is discarded. */
  function open(pool: string): Promise<AnyQueue> {
    if (closed) return Promise.reject(new Error('the queue is closed'));
    const openedQueue = opened.get(pool);
    if (openedQueue !== undefined) return openedQueue;
    const opening = openOnce(pool).catch((error: unknown) => {
      if (opened.get(pool) === opening) opened.delete(pool);
      throw error;
    });
    opened.set(pool, opening);
    return opening;
  }

  async function openOnce(pool: string): Promise<AnyQueue> {
    if (!prepared) problem = await preparePostgres(options.databaseUrl);
    if (problem !== null) throw new Error(problem);
    prepared = true;
    const queue = new Queue(
      queueNameOf(options.name, pool),
      { connection: postgresConnection(options.databaseUrl, PRODUCER_POOL_SIZE) },
      createBackend,
    );
    queue.on('error', options.onError);
    try {
      await queue.waitUntilReady();
      return queue;
    } catch (error) {
      await queue.close().catch(() => undefined);
      throw error;
    }
  }

  const inFlight = new Set<Promise<unknown>>();
  function use<T>(what: string, pool: string, operation: (queue: AnyQueue) => Promise<T>): Promise<T> {
    const used = withDeadline(open(pool).then(operation), OPERATION_TIMEOUT_MS, what);
    const done = used.finally(() => inFlight.delete(done));
    inFlight.add(done);
    return done;
  }
  open(firstPool).catch(options.onError);
  /** Jobs whose connection ended are added again. The queue ignores those that it already has. */
  async function addJobs(queue: AnyQueue, jobs: QueuedJob[], attempt = 1): Promise<void> {
    try {
      await addCheaply(queue, jobs, MAX_SINGLE_ADDS.postgres);
    } catch (error) {
      if (attempt >= MAX_ADDS || !isConnectionLoss(error as Error)) throw error;
      await addJobs(queue, jobs, attempt + 1);
    }
  }
  return {
    addBulk: (pool, jobs) => use('adding jobs', pool, (queue) => addJobs(queue, jobs)),
    countWaiting: (pool) => use('counting jobs', pool, countWaiting),
    countJobs: (pool) => use('counting jobs', pool, countJobs),
    redis: null,
    problem: () => problem,
    opened: () => open(firstPool).then(() => undefined),
    close: async () => {
      closed = true;
      // BullMQ never answers pending operations of a closed queue.
      await Promise.allSettled(inFlight);
      await Promise.allSettled([...opened.values()].map((each) => each.then((queue) => queue.close())));
    },
  };
}

const countWaiting = (queue: AnyQueue): Promise<number> => queue.getWaitingCount();
const countJobs = (queue: AnyQueue): Promise<number> => queue.getJobCountByTypes('waiting', 'active');

/**
 * Adds jobs in their order, one by one if they are few. BullMQ's call for many jobs costs more than adding a few: on
 * PostgreSQL it creates temporary tables, and for Redis it makes a pipeline, which copies the names of all its scripts.
 */
async function addCheaply(queue: AnyQueue, jobs: QueuedJob[], maxSingleAdds: number): Promise<void> {
  if (jobs.length > maxSingleAdds) await queue.addBulk(jobs);
  else for (const { name, data, opts } of jobs) await queue.add(name, data, opts);
}
