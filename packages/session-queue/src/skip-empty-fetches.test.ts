import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { IQueueBackend } from 'bullmq';
import fc from 'fast-check';
import { skipEmptyFetches } from './skip-empty-fetches.ts';

/** The calls that a worker makes, in the order in which the queue executed them. */
type Call = 'fetch' | 'complete' | 'complete and fetch' | 'wait';
type Backend = Pick<
  IQueueBackend,
  'moveToActive' | 'moveToCompleted' | 'waitForJob' | 'disconnectBlocking' | 'reconnectBlocking'
>;
/** Delays a request or an answer. */
type Delay = () => Promise<unknown>;

/** A queue that wakes workers as BullMQ does: on Redis also after each fetched job, or as on PostgreSQL. */
class FakeQueue {
  readonly calls: Call[] = [];
  readonly #waiting: string[] = [];
  readonly #blocked: (() => void)[] = [];
  readonly #fetchesWake: boolean;
  #marked = false;

  constructor(fetchesWake: boolean) {
    this.#fetchesWake = fetchesWake;
  }

  add(id: string): void {
    this.#waiting.push(id);
    this.#mark();
  }

  /** Returns the backend of one worker. */
  connect(delay: Delay): Backend {
    const call = async <Answer>(execute: () => Answer | Promise<Answer>): Promise<Answer> => {
      await delay();
      const answer = await execute();
      await delay();
      return answer;
    };
    return {
      moveToActive: () => call(() => this.#take('fetch')),
      moveToCompleted: (_job, _value, _remove, _token, fetchNext) =>
        call(() => {
          if (fetchNext) return { result: this.#take('complete and fetch'), finishedOn: 0 };
          this.calls.push('complete');
          return { result: undefined, finishedOn: 0 };
        }),
      waitForJob: () => call(() => this.#wait()),
      disconnectBlocking: () => Promise.resolve(),
      reconnectBlocking: () => Promise.resolve(),
    };
  }

  #mark(): void {
    const wake = this.#blocked.shift();
    if (wake === undefined) this.#marked = true;
    else wake();
  }

  #take(call: Call): unknown[] {
    this.calls.push(call);
    const id = this.#waiting.shift();
    if (id === undefined) return [null, '', 0, 0];
    if (this.#fetchesWake) this.#mark();
    return [{ id }, id, 0, 0];
  }

  async #wait(): Promise<{ member: string; score: number }> {
    this.calls.push('wait');
    const isReady = this.#fetchesWake ? this.#marked : this.#waiting.length > 0;
    this.#marked = false;
    if (!isReady) await new Promise<void>((resolve) => this.#blocked.push(resolve));
    return { member: '0', score: 0 };
  }
}

/** Takes jobs as BullMQ's worker does: it fetches a second job before it runs the first one. */
class FakeWorker {
  readonly taken: string[] = [];
  readonly #backend: Backend;
  readonly #runJob: Delay;
  /** BullMQ's worker does not fetch when it completes a job while it is paused. */
  readonly #fetchesNext: boolean;
  #drained = false;

  constructor(backend: Backend, runJob: Delay, fetchesNext = true) {
    this.#backend = backend;
    this.#runJob = runJob;
    this.#fetchesNext = fetchesNext;
    void this.#takeAll();
  }

  async #takeAll(): Promise<never> {
    for (;;) {
      if (this.#drained) await this.#backend.waitForJob(1);
      const [job, id] = (await this.#backend.moveToActive('token')) as [object | null, string];
      this.#drained = job === null;
      if (job !== null) void this.#run(id);
    }
  }

  async #run(id: string): Promise<void> {
    this.taken.push(id);
    await this.#runJob();
    const job = { id } as Parameters<Backend['moveToCompleted']>[0];
    const { result } = await this.#backend.moveToCompleted(job, undefined, true, 'token', this.#fetchesNext);
    if (!Array.isArray(result)) return;
    const [next, nextId] = result as [object | null, string];
    if (next === null) this.#drained = true;
    else await this.#run(nextId);
  }
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Adds jobs one at a time and returns the calls of the last one. */
async function callsOfLastJob(fetchesWake: boolean, jobMs: number, jobs: number): Promise<Call[]> {
  const queue = new FakeQueue(fetchesWake);
  const backend = queue.connect(() => Promise.resolve());
  skipEmptyFetches(backend, fetchesWake);
  const worker = new FakeWorker(backend, () => new Promise((resolve) => setTimeout(resolve, jobMs)));
  for (let job = 0; job < jobs; job += 1) {
    await jest.advanceTimersByTimeAsync(1_000);
    queue.calls.length = 0;
    queue.add(String(job));
  }
  await jest.advanceTimersByTimeAsync(1_000);
  expect(worker.taken).toHaveLength(jobs);
  return queue.calls;
}

test.each([
  { fetchesWake: true, jobs: 1, jobMs: 3, calls: ['fetch', 'fetch', 'wait', 'fetch', 'wait', 'complete and fetch'] },
  { fetchesWake: true, jobs: 5, jobMs: 3, calls: ['fetch', 'wait', 'complete and fetch', 'wait'] },
  { fetchesWake: true, jobs: 5, jobMs: 50, calls: ['fetch', 'wait', 'fetch', 'wait', 'complete and fetch'] },
  { fetchesWake: false, jobs: 1, jobMs: 3, calls: ['fetch', 'fetch', 'wait', 'complete'] },
  { fetchesWake: false, jobs: 5, jobMs: 3, calls: ['fetch', 'wait', 'complete'] },
])(
  'fetches only as often as needed: fetches wake workers $fetchesWake, job $jobs of $jobMs ms',
  async ({ fetchesWake, jobMs, jobs, calls }) => {
    expect(await callsOfLastJob(fetchesWake, jobMs, jobs)).toEqual(calls);
  },
);

test.each([
  { jobMs: 60_000, fetchesNext: true },
  { jobMs: 3, fetchesNext: true },
  { jobMs: 3, fetchesNext: false },
])('takes a second job soon: job of $jobMs ms, fetches at its end $fetchesNext', async ({ jobMs, fetchesNext }) => {
  const queue = new FakeQueue(true);
  const backend = queue.connect(() => Promise.resolve());
  skipEmptyFetches(backend, true);
  const runJob: Delay = () => new Promise((resolve) => setTimeout(resolve, jobMs));
  const worker = new FakeWorker(backend, runJob, fetchesNext);
  for (let job = 0; job < 4; job += 1) {
    await jest.advanceTimersByTimeAsync(1_000);
    queue.add(String(job));
  }
  await jest.advanceTimersByTimeAsync(1_000);
  queue.add('first');
  await jest.advanceTimersByTimeAsync(1);
  queue.add('second');
  await jest.advanceTimersByTimeAsync(20);
  expect(worker.taken.slice(-2)).toEqual(['first', 'second']);
  // From now on several jobs may wait, so it fetches a second job again before it waits.
  await jest.advanceTimersByTimeAsync(1_000);
  queue.calls.length = 0;
  queue.add('third');
  await jest.advanceTimersByTimeAsync(1);
  expect(queue.calls.slice(0, 2)).toEqual(['fetch', 'fetch']);
});

test.each([true, false])('leaves no job behind in any order of calls: fetches wake workers %s', async (fetchesWake) => {
  const steps = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 6, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 2 }), steps, async (scheduler, workerCount, pauses) => {
      const queue = new FakeQueue(fetchesWake);
      const delay: Delay = () => scheduler.schedule(Promise.resolve());
      const workers = Array.from({ length: workerCount }, () => {
        const backend = queue.connect(delay);
        skipEmptyFetches(backend, fetchesWake);
        return new FakeWorker(backend, delay);
      });
      const settle = async (): Promise<void> => {
        do {
          await scheduler.waitIdle();
          await jest.advanceTimersByTimeAsync(1_000);
        } while (scheduler.count() > 0);
      };
      const addAfter = async (pauseCount: number): Promise<void> => {
        for (let pause = 0; pause < pauseCount; pause += 1) await delay();
        queue.add('second');
      };
      const passTime = async (): Promise<void> => {
        for (let ms = 0; ms < 12; ms += 1) {
          await delay();
          jest.advanceTimersByTime(1);
        }
      };
      let added = 0;
      for (const pauseCount of pauses) {
        for (let job = 0; job < 2; job += 1) {
          queue.add('lone');
          await settle();
        }
        queue.add('first');
        void addAfter(pauseCount);
        void passTime();
        await settle();
        added += 4;
        expect(workers.flatMap(({ taken }) => taken)).toHaveLength(added);
      }
    }),
    { numRuns: 200 },
  );
});
