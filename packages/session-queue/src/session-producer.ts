import { keyPrefixOf } from './queue-settings.ts';
import type { SessionProducer, SessionQueueOptions } from './contract.ts';
import { openQueue } from './open-queue.ts';
import { gatherJobs, splitJob, toQueuedJob } from './session-job.ts';

/** Adds jobs on either backend; never waits longer than 2 s for it. */
export function createSessionProducer(options: SessionQueueOptions): SessionProducer {
  const queue = openQueue(options, 'session-producer');
  const { redis } = queue;
  /** Stored beside the jobs: a Redis that was emptied does not have it. */
  const epochKey = options.redis === null ? '' : `${keyPrefixOf(options.redis)}:${options.name}:epoch`;

  return {
    add: async (sessions) => {
      if (sessions.length > 0) await queue.addBulk(gatherJobs(sessions).map(toQueuedJob));
    },
    putBack: async (rest, sessionsPerJob = rest.sessionIds.length) => {
      const jobs = splitJob(rest, sessionsPerJob).map(toQueuedJob);
      // Each is added at the head of the queue, so the job to be taken first is added last.
      await queue.addBulk(jobs.reverse().map((job) => ({ ...job, opts: { ...job.opts, lifo: true } })));
    },
    hasEpoch: async () => redis === null || (await redis.exists(epochKey)) === 1,
    plantEpoch: async () => {
      await redis?.set(epochKey, new Date().toISOString());
    },
    ping: async () => {
      if (redis === null) await queue.countWaiting();
      else await redis.ping();
    },
    unfit: () => queue.unfit(),
    close: () => queue.close(),
  };
}
