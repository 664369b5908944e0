import { Worker, createPostgresBackend } from 'bullmq';
import type { SessionConsumer, SessionConsumerOptions } from './contract.ts';
import { withDeadline } from './deadline.ts';
import { openQueue, postgresConnection } from './open-queue.ts';
import {
  CONNECT_TIMEOUT_MS, DRAIN_DELAY_S, KEY_PREFIX, LOCK_DURATION_MS, MAX_RECONNECT_DELAY_MS, MAX_STALLED_COUNT, RUN_RETRY_DELAY_MS,
  STALLED_INTERVAL_MS, WORKER_SOCKET_TIMEOUT_MS,
} from './queue-settings.ts';
import { reconnectDelay } from './redis-client.ts';
import { fromQueuedJob, type JobData } from './session-job.ts';

type Handle = (job: { id?: string | undefined; data: JobData }) => Promise<void>;

/** The part of BullMQ's worker used here, without its backend types. */
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

const SUPERVISE_EVERY_MS = 1_000;
const CLOSE_WITHIN_MS = 2_000;

/** Takes jobs on either backend and goes on by itself after any outage of it. */
export function createSessionConsumer(options: SessionConsumerOptions): SessionConsumer {
  const queue = openQueue(options, 'session-consumer-watch');
  const underWay = new Set<Promise<void>>();
  let lastTakenAt: number | null = null;
  let worker: AnyWorker | null = null;
  let opening: Promise<void> | null = null;
  let closing: Promise<void> | null = null;
  let ready = false;
  let held = false;
  let quieted = false;
  let supervisor: NodeJS.Timeout | undefined;

  async function handle({ id, data }: Parameters<Handle>[0]): Promise<void> {
    const job = fromQueuedJob(id, data);
    if (job === null) return options.onError(new Error(`a job that is not a session's was dropped: ${String(id).slice(0, 80)}`));
    lastTakenAt = performance.now();
    // The job is over whatever happens: what was not recorded stands in the ledger and is offered again.
    const run = options.run(job).catch(options.onError);
    underWay.add(run);
    try {
      await run;
    } finally {
      underWay.delete(run);
    }
  }

  /** BullMQ remembers a failed first connection to PostgreSQL for good: then another worker is made. */
  async function open(): Promise<void> {
    while (!quieted) {
      const made = createWorker(options, handle);
      made.on('error', options.onError);
      worker = made;
      try {
        await made.waitUntilReady();
        ready = true;
        if (held) await made.pause(true);
        break;
      } catch (error) {
        options.onError(error as Error);
        await shut(made, true);
        if (quieted) return;
        await new Promise((resolve) => setTimeout(resolve, MAX_RECONNECT_DELAY_MS));
      }
    }
    supervise();
    if (!quieted) supervisor = setInterval(supervise, SUPERVISE_EVERY_MS);
  }

  /** A queue that is away cannot be said good-bye to: then its connections are torn down. */
  async function shut(one: AnyWorker, force: boolean): Promise<void> {
    try {
      await withDeadline(one.close(force), CLOSE_WITHIN_MS, 'closing the worker');
    } catch {
      await withDeadline(one.backend.close(true), CLOSE_WITHIN_MS, 'tearing down').catch(() => undefined);
    }
  }

  /** A worker that is resumed in the very moment in which its loop ends does not start again by itself. */
  function supervise(): void {
    if (worker !== null && ready && !held && !quieted && !worker.isRunning()) worker.run().catch(options.onError);
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
    start: async () => {
      opening ??= open();
    },
    hold: () => {
      if (held) return;
      held = true;
      if (ready) worker?.pause(true).catch(options.onError);
    },
    release: () => {
      if (!held) return;
      held = false;
      if (ready && !quieted) worker?.resume().catch(options.onError);
    },
    quiet: async () => {
      quieted = true;
      clearInterval(supervisor);
      if (ready) await worker?.pause(true);
    },
    close: (withinMs) => (closing ??= close(withinMs)),
    get running() {
      return underWay.size;
    },
    get lastTakenAt() {
      return lastTakenAt;
    },
    waiting: () => queue.countWaiting(),
  };
}

function createWorker(options: SessionConsumerOptions, handle: Handle): AnyWorker {
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
  if (options.redisUrl === null) {
    const connection = postgresConnection(options.databaseUrl, options.databasePoolSize);
    return new Worker(options.name, handle, { ...shared, drainDelay: DRAIN_DELAY_S.postgres, connection }, createPostgresBackend);
  }
  return new Worker<JobData, void>(options.name, handle, {
    ...shared,
    drainDelay: DRAIN_DELAY_S.redis,
    prefix: KEY_PREFIX,
    skipVersionCheck: true,
    connection: {
      url: options.redisUrl,
      maxRetriesPerRequest: null,
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: WORKER_SOCKET_TIMEOUT_MS,
      retryStrategy: reconnectDelay,
    },
  });
}
