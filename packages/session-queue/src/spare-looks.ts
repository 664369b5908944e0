import type { IQueueBackend } from 'bullmq';

/** The calls with which a BullMQ worker takes jobs. */
type Looks = Pick<
  IQueueBackend,
  'moveToActive' | 'moveToCompleted' | 'waitForJob' | 'disconnectBlocking' | 'reconnectBlocking'
>;

/** The answer of a queue without a job: no data, no id, no rate limit, no delayed job. */
const NO_JOB = [null, '', 0, 0];
/** Lookups are saved after this many jobs in succession without a second job. */
const LONE_JOBS = 2;
/** After a lone job was taken, the worker looks for another one at the latest after this time. */
const MAX_UNSEEN_MS = 10;
/** The pause before the wake of a lone job is taken. Meanwhile the job sends its data, which takes up to 0.3 ms. */
const PAUSE_MS = 1;

/** A job that was taken without looking for a second one. */
interface LoneJob {
  id: unknown;
  /** The call that completes the job was sent. */
  completing: boolean;
  /** Resolves to true when the call that completed the job looked for another one and found none. */
  nothingElse: Promise<boolean>;
  done: (foundNothing: boolean) => void;
}

/**
 * Saves a worker the lookups that find no job while jobs arrive one at a time. BullMQ looks for a second job before it
 * runs the first one, and again because each taken job wakes the next worker. Instead, the call that completes the job
 * looks, or the worker looks after MAX_UNSEEN_MS. While several jobs wait, nothing changes.
 * @param wakesRepeat taking a job leaves a wake for the next worker (Redis). Otherwise a wait looks for a job first.
 */
export function spareLooks(backend: Looks, wakesRepeat: boolean): void {
  const queue: Looks = {
    moveToActive: backend.moveToActive.bind(backend),
    moveToCompleted: backend.moveToCompleted.bind(backend),
    waitForJob: backend.waitForJob.bind(backend),
    disconnectBlocking: backend.disconnectBlocking.bind(backend),
    reconnectBlocking: backend.reconnectBlocking.bind(backend),
  };
  /** The number of jobs in succession next to which no second job waited. */
  let loneJobs = 0;
  /** The next look is the first one after a wake. */
  let woken = false;
  /** The next look shows if a second job waits next to the one that was taken after a wake. */
  let isSecondLook = false;
  let lone: LoneJob | null = null;
  let isWaiting = false;
  let isDisconnected = false;

  function noteSecondLook(found: boolean): void {
    loneJobs = found ? 0 : loneJobs + 1;
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
    const found = Boolean(job[0]);
    if (isSecondLook) noteSecondLook(found);
    if (isFirstLook && found) {
      isSecondLook = true;
      lone = loneJobs < LONE_JOBS ? null : newLoneJob(job[1]);
    }
    return job as unknown[];
  };

  backend.moveToCompleted = async (job, returnValue, removeOnComplete, token, fetchNext) => {
    const own = lone?.id === job.id ? lone : null;
    if (own !== null) own.completing = true;
    // A wait that looks first also sees the jobs that were added since.
    const looks = fetchNext && (wakesRepeat || !isWaiting);
    let foundNothing = false;
    try {
      const completed = await queue.moveToCompleted(job, returnValue, removeOnComplete, token, looks);
      const found = Array.isArray(completed.result) && Boolean(completed.result[0]);
      if (found) loneJobs = 0;
      foundNothing = looks && !found;
      return completed;
    } finally {
      own?.done(foundNothing);
      if (lone === own) lone = null;
    }
  };

  backend.waitForJob = async (blockTimeout) => {
    isWaiting = true;
    try {
      if (wakesRepeat && lone !== null) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      for (;;) {
        const wake = await queue.waitForJob(blockTimeout);
        woken = wake !== null;
        // The wake may be the one that the lone job left. The call that completes the job looks as well, but it sees
        // what caused the wake only if it is sent after the wake was received.
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
  const over = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
