import type { IQueueBackend } from 'bullmq';

/** The calls with which a BullMQ worker fetches jobs. */
type Looks = Pick<
  IQueueBackend,
  'moveToActive' | 'moveToCompleted' | 'waitForJob' | 'disconnectBlocking' | 'reconnectBlocking'
>;

/** The answer of a queue without a job: no data, no id, no rate limit, no delayed job. */
const NO_JOB = [null, '', 0, 0];
/** Look-ups are omitted after this many jobs in a row without a second job. */
const LONE_JOBS = 2;
/** The maximum time between fetching a lone job and looking for another one. */
const MAX_UNSEEN_MS = 10;
/**
 * The pause before the wake of a lone job is read. During the pause the job sends its data, which takes up to 0.3 ms.
 */
const PAUSE_MS = 1;

/** A job that was fetched without looking for a second one. */
interface LoneJob {
  id: unknown;
  /** True after the call that completes the job was sent. */
  completing: boolean;
  /** Resolves to true if the call that completed the job looked for another one and found none. */
  nothingElse: Promise<boolean>;
  done: (foundNothing: boolean) => void;
}

/**
 * Omits the look-ups of a worker that find no job while jobs arrive one at a time. BullMQ looks for a second job before
 * it runs the first one, and again because each fetched job wakes the next worker. Instead, the call that completes the
 * job looks, or the worker looks after MAX_UNSEEN_MS. While several jobs wait, nothing changes.
 * @param wakesRepeat true if fetching a job leaves a wake for the next worker (Redis); otherwise a wait first looks for
 * a job
 */
export function spareLooks(backend: Looks, wakesRepeat: boolean): void {
  const queue: Looks = {
    moveToActive: backend.moveToActive.bind(backend),
    moveToCompleted: backend.moveToCompleted.bind(backend),
    waitForJob: backend.waitForJob.bind(backend),
    disconnectBlocking: backend.disconnectBlocking.bind(backend),
    reconnectBlocking: backend.reconnectBlocking.bind(backend),
  };
  /** The number of jobs in a row for which no second job waited. */
  let loneJobs = 0;
  /** True if the next look-up is the first one after a wake. */
  let woken = false;
  /** True if the next look-up shows whether a second job waits in addition to the one that was fetched after a wake. */
  let isSecondLook = false;
  let lone: LoneJob | null = null;
  let isWaiting = false;
  let isDisconnected = false;

  function noteSecondLook(hasJob: boolean): void {
    loneJobs = hasJob ? 0 : loneJobs + 1;
    isSecondLook = false;
  }

  backend.moveToActive = async (token, name) => {
    if (isSecondLook && lone !== null) {
      isSecondLook = false;
      return NO_JOB;
    }
    const isFirstLook = woken;
    woken = false;
    const job = await queue.moveToActive(token, name);
    const hasJob = Boolean(job[0]);
    if (isSecondLook) noteSecondLook(hasJob);
    if (isFirstLook && hasJob) {
      isSecondLook = true;
      lone = loneJobs < LONE_JOBS ? null : newLoneJob(job[1]);
    }
    return job as unknown[];
  };

  backend.moveToCompleted = async (job, returnValue, removeOnComplete, token, fetchNext) => {
    const ownLone = lone?.id === job.id ? lone : null;
    if (ownLone !== null) ownLone.completing = true;
    // A wait that looks first also finds the jobs that were added in the meantime.
    const mayFetch = fetchNext && (wakesRepeat || !isWaiting);
    let foundNothing = false;
    try {
      const completed = await queue.moveToCompleted(job, returnValue, removeOnComplete, token, mayFetch);
      const hasJob = Array.isArray(completed.result) && Boolean(completed.result[0]);
      if (hasJob) loneJobs = 0;
      foundNothing = mayFetch && !hasJob;
      return completed;
    } finally {
      ownLone?.done(foundNothing);
      if (lone === ownLone) lone = null;
    }
  };

  backend.waitForJob = async (blockTimeout) => {
    isWaiting = true;
    try {
      if (wakesRepeat && lone !== null) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      for (;;) {
        const wake = await queue.waitForJob(blockTimeout);
        woken = wake !== null;
        // The wake may be the one that the lone job left. The call that completes the job looks as well, but it finds
        // the cause of the wake only if it is sent after the wake was received.
        if (wake === null || !wakesRepeat || lone === null || lone.completing) return wake;
        if ((await within(lone.nothingElse, MAX_UNSEEN_MS)) && !isDisconnected) continue;
        [woken, isSecondLook] = [false, true];
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
  return { id, completing: false, nothingElse: promise, done: resolve };
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
