import { DEFAULT_POOL } from '@workflow/workflow-model';
import { CarriedBytes } from './carried-bytes.ts';
import { keyPrefixOf } from './queue-settings.ts';
import { openQueue } from './open-queue.ts';
import type { SessionQueueOptions } from './queue-options.ts';
import {
  groupIntoJobs,
  splitJob,
  toQueuedJob,
  type SessionJob,
  type SessionToEnqueue,
  type StartSealer,
} from './session-job.ts';

export type SessionProducer = ReturnType<typeof createSessionProducer>;

/**
 * Adds jobs on either backend. Each call takes at most 2 s.
 * @param sealer null for jobs without starts, except jobs that are put back
 */
export function createSessionProducer(options: SessionQueueOptions, sealer: StartSealer | null = null) {
  const queue = openQueue(options, 'session-producer');
  const { redis } = queue;
  const carriedByPool = new Map<string, CarriedBytes>();
  /** A key that is stored with the jobs. It is missing after Redis lost its data. */
  const epochKey = options.redis === null ? '' : `${keyPrefixOf(options.redis)}:${options.name}:epoch`;

  function carriedBy(pool: string): CarriedBytes {
    const carriedBefore = carriedByPool.get(pool);
    if (carriedBefore !== undefined) return carriedBefore;
    const carried = new CarriedBytes({ maxBytes: sealer?.maxBytes ?? 0, countJobs: () => queue.countJobs(pool) });
    carriedByPool.set(pool, carried);
    return carried;
  }

  /** Returns a sealer for the jobs of one call. It seals only as many bytes as the queue has room for. */
  function sealerWithin({ name, maxBytes, seal }: StartSealer, carried: CarriedBytes): StartSealer {
    let sealedBytes = 0;
    return {
      name,
      maxBytes,
      seal(organizationId, starts) {
        const values = [...starts.values()].reduce((sum, { valuesJson }) => sum + valuesJson.length, 0);
        if (!carried.hasRoom(sealedBytes + values)) return '';
        const text = seal(organizationId, starts);
        sealedBytes += text.length;
        return text;
      },
    };
  }

  async function addTo(pool: string, sessions: SessionToEnqueue[]): Promise<void> {
    const carried = carriedBy(pool);
    const jobs = groupIntoJobs(sessions, sealer && sealerWithin(sealer, carried));
    for (const { starts } of jobs) carried.adding(starts?.sealed.length ?? 0);
    await queue.addBulk(pool, jobs.map(toQueuedJob)).finally(() => carried.confirmed(jobs.length));
  }

  return {
    /**
     * Adds sessions to the queues of their pools, grouped into jobs. A job whose id the queue already has stays
     * unchanged. Rejects within 2 s while the queue does not answer.
     */
    add: async (sessions: SessionToEnqueue[]): Promise<void> => {
      const byPool = Map.groupBy(sessions, ({ pool = DEFAULT_POOL }) => pool);
      await Promise.all([...byPool].map(([pool, sessionsOfPool]) => addTo(pool, sessionsOfPool)));
    },
    /** Bytes of sealed starts that may be in the queue, in jobs that this producer added. */
    carriedBytes: (): number => [...carriedByPool.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    /**
     * Puts the remaining sessions of a job back at the head of their pool's queue, in jobs of this many sessions.
     * Rejects within 2 s.
     */
    putBack: async (pool: string, remainder: SessionJob, sessionsPerJob: number): Promise<void> => {
      const jobs = splitJob(remainder, sessionsPerJob).map(toQueuedJob);
      // Each job is added at the head of the queue, so the job to be fetched first is added last.
      await queue.addBulk(
        pool,
        jobs.reverse().map((job) => ({ ...job, opts: { ...job.opts, lifo: true } })),
      );
    },
    /** Returns false if Redis lost its data since the last `plantEpoch`; always true on PostgreSQL. */
    hasEpoch: async (): Promise<boolean> => redis === null || (await redis.exists(epochKey)) === 1,
    plantEpoch: async (): Promise<void> => {
      await redis?.set(epochKey, new Date().toISOString());
    },
    ping: async (): Promise<void> => {
      if (redis === null) await queue.countWaiting(DEFAULT_POOL);
      else await redis.ping();
    },
    /**
     * Returns why a queue that answers cannot be used (password, kind, eviction); null if it can, or does not answer.
     */
    problem: (): string | null => queue.problem(),
    close: (): Promise<void> => queue.close(),
  };
}
