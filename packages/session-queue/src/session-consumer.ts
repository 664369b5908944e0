import { Worker } from 'bullmq';
import { DEFAULT_POOL } from '@workflow/workflow-model';
import { Cluster } from 'ioredis';
import { withDeadline } from './deadline.ts';
import { openQueue } from './open-queue.ts';
import { createBackend, postgresConnection } from './postgres-backend.ts';
import type { SessionQueueOptions } from './queue-options.ts';
import {
  DRAIN_DELAY_S,
  keyPrefixOf,
  LOCK_DURATION_MS,
  MAX_RECONNECT_DELAY_MS,
  MAX_STALLED_COUNT,
  queueNameOf,
  RUN_RETRY_DELAY_MS,
  STALLED_INTERVAL_MS,
  WORKER_SOCKET_TIMEOUT_MS,
} from './queue-settings.ts';
import { workerConnection } from './redis-client.ts';
import { skipEmptyFetches } from './skip-empty-fetches.ts';
import { fromQueuedJob, type JobData, type SessionJob, type TakenJob } from './session-job.ts';

export interface SessionConsumerOptions extends SessionQueueOptions {
  /** The pool whose jobs are processed; `default` if left out. */
  pool?: string;
  /** Maximum number of jobs that run at the same time. */
  concurrency: number;
  /** Connections that fetch jobs from a queue on PostgreSQL. */
  databasePoolSize: number;
  /** Starts the sessions of a job. The job is completed when this resolves or rejects. */
  run: (job: SessionJob) => Promise<void>;
}

export type SessionConsumer = ReturnType<typeof createSessionConsumer>;

type Handle = (job: TakenJob) => Promise<void>;

/** The calls to BullMQ's worker, without its types of backends. */
interface AnyWorker {
  on(event: 'error', listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  run(): Promise<void>;
  pause(doNotWaitActive: boolean): Promise<void>;
  resume(): Promise<void>;
  isRunning(): boolean;
  close(force: boolean): Promise<void>;
  backend: { close(force: boolean): Promise<void> };
}

/** Redis accepts no writes, for example because its disk or memory is full. A new connection would not help. */
const REFUSALS = /^(MISCONF|OOM|READONLY|NOREPLICAS|MASTERDOWN|CLUSTERDOWN|LOADING) /;
const SUPERVISE_EVERY_MS = 1_000;
const CLOSE_WITHIN_MS = 2_000;

/** Processes jobs on either backend and recovers by itself from any outage of it. */
export function createSessionConsumer(options: SessionConsumerOptions) {
  const { pool = DEFAULT_POOL } = options;
  const queue = openQueue(options, 'session-consumer-watch', pool);
  const underWay = new Set<Promise<void>>();
  let lastTakenAt: number | null = null;
  let lastRefusedAt: number | null = null;
  let worker: AnyWorker | null = null;
  let opening: Promise<void> | null = null;
  let closing: Promise<void> | null = null;
  let ready = false;
  let paused = false;
  let quieted = false;
  let supervisor: NodeJS.Timeout | undefined;

  async function handle(takenJob: TakenJob): Promise<void> {
    const job = fromQueuedJob(takenJob);
    if (job === null) {
      options.onError(new Error(`dropped a job that this service did not write: ${String(takenJob.id).slice(0, 80)}`));
      return;
    }
    lastTakenAt = performance.now();
    // The job is completed in any case. Sessions that were not claimed are in their batch, and are rescued.
    const run = options.run(job).catch(options.onError);
    underWay.add(run);
    try {
      await run;
    } finally {
      underWay.delete(run);
    }
  }

  function report(error: Error): void {
    if (REFUSALS.test(error.message)) lastRefusedAt = performance.now();
    options.onError(error);
  }

  /** Opens a worker. BullMQ never retries a failed first connection to PostgreSQL, so another worker is created. */
  async function open(): Promise<void> {
    while (!quieted) {
      let newWorker: AnyWorker | null = null;
      try {
        await queue.opened();
        newWorker = createWorker(options, queueNameOf(options.name, pool), handle);
        newWorker.on('error', report);
        worker = newWorker;
        await newWorker.waitUntilReady();
        ready = true;
        if (paused) await newWorker.pause(true);
        break;
      } catch (error) {
        options.onError(error as Error);
        if (newWorker !== null) await shut(newWorker, true);
        if (quieted) return;
        await new Promise((resolve) => setTimeout(resolve, MAX_RECONNECT_DELAY_MS));
      }
    }
    supervise();
    if (!quieted) supervisor = setInterval(supervise, SUPERVISE_EVERY_MS);
  }

  /** Closes a worker. If the queue does not answer, its connections are closed instead. */
  async function shut(one: AnyWorker, force: boolean): Promise<void> {
    try {
      await withDeadline(one.close(force), CLOSE_WITHIN_MS, 'closing the worker');
    } catch {
      await withDeadline(one.backend.close(true), CLOSE_WITHIN_MS, 'tearing down').catch(() => undefined);
    }
  }

  /** Restarts a worker that was resumed when its loop was ending. It does not start again by itself. */
  function supervise(): void {
    if (worker !== null && ready && !paused && !quieted && !worker.isRunning()) worker.run().catch(options.onError);
  }

  async function close(withinMs: number): Promise<void> {
    quieted = true;
    clearInterval(supervisor);
    const done = Promise.all(underWay).then(() => true);
    const finished = underWay.size === 0 || (await withDeadline(done, withinMs, 'finishing').catch(() => false));
    const away = queue.redis !== null && queue.redis.status !== 'ready';
    if (worker !== null) await shut(worker, away || !ready || !finished);
    await queue.close();
  }

  return {
    /** Processes jobs until `quiet`. */
    start: async (): Promise<void> => {
      opening ??= open();
    },
    /** Fetches no more jobs until `resume`; running jobs continue. A job that is being fetched may still start. */
    pause: (): void => {
      if (paused) return;
      paused = true;
      if (ready) worker?.pause(true).catch(options.onError);
    },
    resume: (): void => {
      if (!paused) return;
      paused = false;
      if (ready && !quieted) worker?.resume().catch(options.onError);
    },
    /** First phase of a shutdown: stops fetching jobs, and returns immediately. */
    quiet: async (): Promise<void> => {
      quieted = true;
      clearInterval(supervisor);
      if (ready) await worker?.pause(true);
    },
    /** Second phase of a shutdown: waits for running jobs, for at most this time. */
    close: (withinMs: number): Promise<void> => (closing ??= close(withinMs)),
    get running(): number {
      return underWay.size;
    },
    /** When the last job was fetched, by `performance.now()`; null before the first. */
    get lastTakenAt(): number | null {
      return lastTakenAt;
    },
    /** When Redis last refused to hand out a job, by `performance.now()`, or null. It still counts jobs. */
    get lastRefusedAt(): number | null {
      return lastRefusedAt;
    },
    /** Counts waiting jobs. Rejects within 2 s while the queue does not answer. */
    waiting: (): Promise<number> => queue.countWaiting(pool),
    /** Returns why a queue that answers cannot be used; null if it can, or does not answer. */
    problem: (): string | null => queue.problem(),
  };
}

function createWorker(options: SessionConsumerOptions, name: string, handle: Handle): AnyWorker {
  const shared = {
    autorun: false,
    concurrency: options.concurrency,
    lockDuration: LOCK_DURATION_MS,
    stalledInterval: STALLED_INTERVAL_MS,
    maxStalledCount: MAX_STALLED_COUNT,
    runRetryDelay: RUN_RETRY_DELAY_MS,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  };
  if (options.redis === null) {
    const connection = postgresConnection(options.databaseUrl, options.databasePoolSize);
    const settings = { ...shared, drainDelay: DRAIN_DELAY_S.postgres, connection };
    const worker = new Worker(name, handle, settings, createBackend);
    skipEmptyFetches(worker.backend, false);
    return worker;
  }
  const connection = workerConnection(options.redis, WORKER_SOCKET_TIMEOUT_MS);
  const worker = new Worker<JobData, void>(name, handle, {
    ...shared,
    drainDelay: DRAIN_DELAY_S.redis,
    prefix: keyPrefixOf(options.redis),
    skipVersionCheck: true,
    connection,
  });
  skipEmptyFetches(worker.backend, true);
  // BullMQ closes connections that it created, but not a Cluster that it was given.
  if (connection instanceof Cluster) worker.once('closed', () => connection.disconnect());
  return worker;
}
