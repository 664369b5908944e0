import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, describeEachBackend, waitFor, type TestDatabase } from '@workflow/test-harness';
import { randomUUID } from 'node:crypto';
import {
  createSessionConsumer,
  createSessionProducer,
  type SessionToEnqueue,
  type SessionConsumer,
  type SessionJob,
  type SessionProducer,
  type SessionQueueOptions,
} from './index.ts';
import { testQueueOptions } from '../test/test-queue-options.ts';

describeEachBackend('the session queue', (backend) => {
  let database: TestDatabase;
  let options: SessionQueueOptions;
  let closing: (() => Promise<void>)[] = [];
  const errors: Error[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    options = await testQueueOptions(backend, database, (error) => errors.push(error));
  });
  afterEach(async () => {
    for (const close of closing.reverse()) await close();
    closing = [];
  });
  afterAll(() => database.drop());

  const job = (fields: Partial<SessionToEnqueue> = {}): SessionToEnqueue => ({
    sessionId: randomUUID(),
    organizationId: randomUUID(),
    enqueueNumber: 1,
    ...fields,
  });

  async function producer(): Promise<SessionProducer> {
    const newProducer = createSessionProducer(options);
    closing.push(() => newProducer.close());
    await waitFor(() => newProducer.ping().then(() => true));
    return newProducer;
  }

  function consumer(run: (job: SessionJob) => Promise<void>, concurrency = 10): SessionConsumer {
    const newConsumer = createSessionConsumer({ ...options, concurrency, databasePoolSize: 10, run });
    closing.push(() => newConsumer.close(5_000));
    return newConsumer;
  }

  test.each([3, 40])('takes %i jobs at the same time, each of them once', async (count) => {
    const jobs = Array.from({ length: count }, () => job());
    const receivedIds: string[] = [];
    const one = await producer();
    await one.add(jobs);
    await one.add(jobs);
    await consumer(async ({ sessionIds }) => void receivedIds.push(...sessionIds)).start();
    await waitFor(() => receivedIds.length >= count);
    expect(receivedIds.toSorted()).toEqual(jobs.map(({ sessionId }) => sessionId).toSorted());
  });

  test('adds what it was asked to before it is closed', async () => {
    const jobs = Array.from({ length: 40 }, () => job());
    const one = await producer();
    const adding = one.add(jobs);
    await Promise.all([expect(adding).resolves.toBeUndefined(), one.close()]);
    const receivedIds: string[] = [];
    await consumer(async ({ sessionIds }) => void receivedIds.push(...sessionIds)).start();
    await waitFor(() => jobs.every(({ sessionId }) => receivedIds.includes(sessionId)));
  });

  test('carries every field of a job to the consumer', async () => {
    const jobs = [
      job(),
      job({ workflowId: randomUUID(), enqueueNumber: 12, awaitedBy: randomUUID() }),
      job({ isEarly: true }),
    ];
    const receivedJobs: SessionJob[] = [];
    await consumer(async (one) => void receivedJobs.push(one)).start();
    await (await producer()).add(jobs);
    await waitFor(() => receivedJobs.length === 3);
    expect(new Set(receivedJobs)).toEqual(
      new Set(jobs.map(({ sessionId, ...fields }) => ({ ...fields, sessionIds: [sessionId] }))),
    );
  });

  test('gathers sessions in jobs: by organization, number and who waits, in order, at most 16', async () => {
    const [first, second, ingress] = [randomUUID(), randomUUID(), randomUUID()];
    const of = (organizationId: string, count: number, fields: Partial<SessionToEnqueue> = {}): SessionToEnqueue[] =>
      Array.from({ length: count }, () => job({ organizationId, ...fields }));
    const [many, otherJob, again, awaited] = [
      of(first, 20),
      of(second, 2),
      of(first, 1, { enqueueNumber: 2 }),
      of(first, 2, { awaitedBy: ingress }),
    ];
    await (await producer()).add([...many, ...otherJob, ...again, ...awaited]);
    const receivedJobs: SessionJob[] = [];
    await consumer(async (one) => void receivedJobs.push(one), 1).start();
    await waitFor(() => receivedJobs.length === 5);
    const ids = (sessions: SessionToEnqueue[]): string[] => sessions.map(({ sessionId }) => sessionId);
    expect(receivedJobs).toEqual([
      { organizationId: first, enqueueNumber: 1, sessionIds: ids(many).slice(0, 16) },
      { organizationId: first, enqueueNumber: 1, sessionIds: ids(many).slice(16) },
      { organizationId: second, enqueueNumber: 1, sessionIds: ids(otherJob) },
      { organizationId: first, enqueueNumber: 2, sessionIds: ids(again) },
      { organizationId: first, enqueueNumber: 1, sessionIds: ids(awaited), awaitedBy: ingress },
    ]);
  });

  test('the rest of a job that is put back is taken before other jobs', async () => {
    const queue = await producer();
    const [one, two] = [job(), job()];
    const remainder = { organizationId: randomUUID(), enqueueNumber: 3, sessionIds: [randomUUID(), randomUUID()] };
    await queue.add([one, two]);
    await queue.putBack('default', remainder, 2);
    const receivedJobs: SessionJob[] = [];
    await consumer(async (each) => void receivedJobs.push(each), 1).start();
    await waitFor(() => receivedJobs.length === 3);
    expect(receivedJobs[0]).toEqual(remainder);
  });

  test('the rest of a job can be put back as several jobs, which keep their order', async () => {
    const queue = await producer();
    await queue.add([job()]);
    const sessionIds = Array.from({ length: 5 }, () => randomUUID());
    const workflowId = randomUUID();
    await queue.putBack('default', { organizationId: randomUUID(), workflowId, enqueueNumber: 3, sessionIds }, 2);
    const receivedJobs: SessionJob[] = [];
    await consumer(async (each) => void receivedJobs.push(each), 1).start();
    await waitFor(() => receivedJobs.length === 4);
    expect(receivedJobs.slice(0, 3).map((each) => [each.workflowId, each.sessionIds])).toEqual([
      [workflowId, sessionIds.slice(0, 2)],
      [workflowId, sessionIds.slice(2, 4)],
      [workflowId, sessionIds.slice(4)],
    ]);
  });

  test('ignores an id that the queue still knows, and treats a higher enqueue number as another job', async () => {
    const first = job();
    const queue = await producer();
    await queue.add([first]);
    await queue.add([first, { ...first, enqueueNumber: 2 }]);
    const takenAt: number[] = [];
    const worker = consumer(async ({ enqueueNumber }) => void takenAt.push(enqueueNumber));
    expect(await waitFor(() => worker.waiting())).toBe(2);
    await worker.start();
    await waitFor(async () => takenAt.length >= 2 && (await worker.waiting()) === 0);
    expect(takenAt.sort()).toEqual([1, 2]);
  });

  test('accepts the same id again after its job ended', async () => {
    const again = job();
    const queue = await producer();
    let receivedCount = 0;
    await consumer(async () => void (receivedCount += 1)).start();
    await queue.add([again]);
    await waitFor(() => receivedCount === 1);
    await waitFor(async () => {
      await queue.add([again]);
      return receivedCount >= 2;
    });
  });

  test('continues after a run that rejects', async () => {
    const queue = await producer();
    const receivedIds: string[] = [];
    await consumer(async ({ sessionIds }) => {
      receivedIds.push(...sessionIds);
      if (receivedIds.length === 1) throw new Error('PostgreSQL is away');
    }, 1).start();
    const ownJobs = [job(), job()];
    await queue.add(ownJobs);
    await waitFor(() => ownJobs.every(({ sessionId }) => receivedIds.includes(sessionId)));
    expect(errors.map(({ message }) => message)).toContain('PostgreSQL is away');
  });

  test('runs at most its concurrency at a time', async () => {
    const queue = await producer();
    let most = 0;
    let ended = 0;
    const worker = consumer(async () => {
      most = Math.max(most, worker.running + 1);
      await new Promise((resolve) => setImmediate(resolve));
      ended += 1;
    }, 3);
    await worker.start();
    await queue.add(Array.from({ length: 20 }, () => job()));
    await waitFor(() => ended === 20);
    expect(most).toBeLessThanOrEqual(3);
  });

  test('takes nothing while it is paused, and continues when resumed', async () => {
    const queue = await producer();
    const receivedIds: string[] = [];
    const worker = consumer(async ({ sessionIds }) => void receivedIds.push(...sessionIds));
    await worker.start();
    const first = job();
    await queue.add([first]);
    await waitFor(() => receivedIds.includes(first.sessionId));
    worker.pause();
    await queue.add([job(), job(), job(), job()]);
    // The fetch that was running at the pause may return one more job, and so may the end of the first job.
    await waitFor(async () => receivedIds.length + (await worker.waiting()) === 5);
    expect(receivedIds.length).toBeLessThanOrEqual(3);
    worker.resume();
    await waitFor(() => receivedIds.length === 5);
  });

  test('stops in two phases: takes no more jobs, then waits for the running ones', async () => {
    const queue = await producer();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const ended: string[] = [];
    const worker = consumer(async ({ sessionIds }) => {
      await gate;
      ended.push(...sessionIds);
    });
    await worker.start();
    await queue.add([job()]);
    await waitFor(() => worker.running === 1);
    await worker.quiet();
    await queue.add([job(), job(), job()]);
    const closed = worker.close(5_000);
    expect(ended).toEqual([]);
    release();
    await closed;
    expect(ended.length).toBeLessThanOrEqual(2);
    // Another consumer gets the remaining jobs.
    const otherIds: string[] = [];
    await consumer(async ({ sessionIds }) => void otherIds.push(...sessionIds)).start();
    await waitFor(() => ended.length + otherIds.length === 4);
  });

  test('detects whether the queue was emptied since the epoch was set', async () => {
    const queue = await producer();
    await queue.plantEpoch();
    expect(await queue.hasEpoch()).toBe(true);
  });
});
