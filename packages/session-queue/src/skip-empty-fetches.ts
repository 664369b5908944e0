import type { IQueueBackend } from 'bullmq';

/** The calls with which a BullMQ worker waits for jobs, fetches them (`moveToActive`) and completes them. */
type WorkerBackend = Pick<
  IQueueBackend,
  'moveToActive' | 'moveToCompleted' | 'waitForJob' | 'disconnectBlocking' | 'reconnectBlocking'
>;

/** The answer of a queue without a job: no data, no id, no rate limit, no delayed job. */
const NO_JOB = [null, '', 0, 0];
/** After this many lone jobs in a row, the next job is assumed to be alone as well. */
const LONE_JOBS = 2;
/** The maximum time between fetching a lone job and fetching again, if the job is not completed before. */
const MAX_FETCH_DELAY_MS = 10;
/** Before the worker waits again, a lone job may start: sending its data takes up to 0.3 ms. */
const START_JOB_MS = 1;

/** A job for which the worker skips the fetch of a second job. */
interface LoneJob {
  id: unknown;
  /** True after the call that completes the job was sent. */
  completing: boolean;
  /** Resolves when the job is completed: to true if the same call looked for another job and found none. */
  foundNoOther: Promise<boolean>;
  completed: (foundNoOther: boolean) => void;
}

/**
 * Makes a worker skip requests that would find no job, while jobs arrive one at a time.
 *
 * BullMQ's worker fetches a job, and before it runs the job it fetches again, for a second job to run at the same time.
 * On Redis each fetched job also wakes the next worker that waits, which fetches in vain. If jobs arrive one at a time,
 * such a fetch delays each job by a round trip. So after LONE_JOBS jobs for which the second fetch found nothing:
 *
 * 1. The second fetch is not sent. The worker gets the answer that there is no job, runs the first job, and waits.
 * 2. The call that completes the job fetches the next one anyway. If it finds none, a wake that arrived before the call
 *    was sent needs no fetch, and the worker waits again.
 * 3. If the job takes longer than MAX_FETCH_DELAY_MS, a wake leads to the second fetch, so that another job can start.
 *
 * A second job ends this, until there are LONE_JOBS lone jobs in a row again.
 *
 * @param fetchesWake true if each fetched job wakes the next worker (Redis). Otherwise (PostgreSQL) a wait looks for a
 * job before it blocks, so rules 2 and 3 are not needed
 */
export function skipEmptyFetches(backend: WorkerBackend, fetchesWake: boolean): void {
  const queue: WorkerBackend = {
    moveToActive: backend.moveToActive.bind(backend),
    moveToCompleted: backend.moveToCompleted.bind(backend),
    waitForJob: backend.waitForJob.bind(backend),
    disconnectBlocking: backend.disconnectBlocking.bind(backend),
    reconnectBlocking: backend.reconnectBlocking.bind(backend),
  };
  /** The number of jobs in a row for which the second fetch found nothing. */
  let loneJobs = 0;
  /** True if the next fetch is the first one after a wake. */
  let isFirstFetch = false;
  /** True if the next fetch is for a second job, in addition to the one that was fetched after a wake. */
  let isSecondFetch = false;
  let lone: LoneJob | null = null;
  let isWaiting = false;
  let isDisconnected = false;

  backend.moveToActive = async (token, name) => {
    if (isSecondFetch && lone !== null) {
      isSecondFetch = false;
      return NO_JOB;
    }
    const wasFirst = isFirstFetch;
    isFirstFetch = false;
    const job = await queue.moveToActive(token, name);
    const hasJob = Boolean(job[0]);
    if (isSecondFetch) {
      loneJobs = hasJob ? 0 : loneJobs + 1;
      isSecondFetch = false;
    }
    if (wasFirst && hasJob) {
      isSecondFetch = true;
      lone = loneJobs < LONE_JOBS ? null : newLoneJob(job[1]);
    }
    return job as unknown[];
  };

  backend.moveToCompleted = async (job, returnValue, removeOnComplete, token, fetchNext) => {
    const ownLone = lone?.id === job.id ? lone : null;
    if (ownLone !== null) ownLone.completing = true;
    // On PostgreSQL a wait that looks for a job also finds those that were added in the meantime.
    const mayFetch = fetchNext && (fetchesWake || !isWaiting);
    let foundNoOther = false;
    try {
      const completed = await queue.moveToCompleted(job, returnValue, removeOnComplete, token, mayFetch);
      const hasJob = Array.isArray(completed.result) && Boolean(completed.result[0]);
      if (hasJob) loneJobs = 0;
      foundNoOther = mayFetch && !hasJob;
      return completed;
    } finally {
      ownLone?.completed(foundNoOther);
      if (lone === ownLone) lone = null;
    }
  };

  backend.waitForJob = async (blockTimeout) => {
    isWaiting = true;
    try {
      if (fetchesWake && lone !== null) await new Promise((resolve) => setTimeout(resolve, START_JOB_MS));
      for (;;) {
        const wake = await queue.waitForJob(blockTimeout);
        isFirstFetch = wake !== null;
        // A call that was sent before the wake may have missed the job that caused the wake.
        if (wake === null || !fetchesWake || lone === null || lone.completing) return wake;
        if ((await within(lone.foundNoOther, MAX_FETCH_DELAY_MS)) && !isDisconnected) continue;
        [isFirstFetch, isSecondFetch] = [false, true];
        return wake;
      }
    } finally {
      isWaiting = false;
      lone = null;
    }
  };

  backend.disconnectBlocking = (wait) => {
    isDisconnected = true;
    return queue.disconnectBlocking(wait);
  };

  backend.reconnectBlocking = () => {
    isDisconnected = false;
    return queue.reconnectBlocking();
  };
}

function newLoneJob(id: unknown): LoneJob {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  return { id, completing: false, foundNoOther: promise, completed: resolve };
}

/** Returns false when the time is over. */
async function within(promise: Promise<boolean>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([promise, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
