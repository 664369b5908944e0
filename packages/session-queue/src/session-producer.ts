import { KEY_PREFIX } from './queue-settings.ts';
import type { SessionProducer, SessionQueueOptions } from './contract.ts';
import { openQueue } from './open-queue.ts';
import { toQueuedJob } from './session-job.ts';

/** Adds jobs on either backend; never waits longer than 2 s for it. */
export function createSessionProducer(options: SessionQueueOptions): SessionProducer {
  const queue = openQueue(options, 'session-producer');
  const { redis } = queue;
  /** Lives and dies with the jobs of this Redis: a wiped one does not have it. */
  const epochKey = `${KEY_PREFIX}:${options.name}:epoch`;

  return {
    add: async (jobs) => {
      if (jobs.length > 0) await queue.addBulk(jobs.map(toQueuedJob));
    },
    hasEpoch: async () => redis === null || (await redis.exists(epochKey)) === 1,
    plantEpoch: async () => {
      await redis?.set(epochKey, new Date().toISOString());
    },
    ping: async () => {
      if (redis === null) await queue.countWaiting();
      else await redis.ping();
    },
    close: () => queue.close(),
  };
}
