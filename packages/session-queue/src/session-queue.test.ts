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
    const made = createSessionProducer(options);
    closing.push(() => made.close());
    await waitFor(() => made.ping().then(() => true));
    return made;
  }

  function consumer(run: (taken: SessionJob) => Promise<void>, concurrency = 10): SessionConsumer {
    const made = createSessionConsumer({ ...options, concurrency, databasePoolSize: 10, run });
    closing.push(() => made.close(5_000));
    return made;
  }

  test.each([3, 40])('takes %i jobs at once, each of them once', async (count) => {
    const jobs = Array.from({ length: count }, () => job());
    const taken: string[] = [];
    const one = await producer();
    await one.add(jobs);
    await one.add(jobs);
    await consumer(async ({ sessionIds }) => void taken.push(...sessionIds)).start();
    await waitFor(() => taken.length >= count);
    expect(taken.toSorted()).toEqual(jobs.map(({ sessionId }) => sessionId).toSorted());
  });

  test('adds what it was asked to before it is closed', async () => {
    const jobs = Array.from({ length: 40 }, () => job());
    const one = await producer();
    const adding = one.add(jobs);
    await Promise.all([expect(adding).resolves.toBeUndefined(), one.close()]);
    const taken: string[] = [];
    await consumer(async ({ sessionIds }) => void taken.push(...sessionIds)).start();
    await waitFor(() => jobs.every(({ sessionId }) => taken.includes(sessionId)));
  });

  test('carries every field of a job to the consumer', async () => {
    const jobs = [
      job(),
      job({ workflowId: randomUUID(), enqueueNumber: 12, awaitedBy: randomUUID() }),
      job({ isEarly: true }),
    ];
    const taken: SessionJob[] = [];
    await consumer(async (one) => void taken.push(one)).start();
    await (await producer()).add(jobs);
    await waitFor(() => taken.length === 3);
    expect(new Set(taken)).toEqual(
      new Set(jobs.map(({ sessionId, ...fields }) => ({ ...fields, sessionIds: [sessionId] }))),
    );
  });

  test('gathers sessions in jobs: by organization, number and who waits, in order, at most 16', async () => {
    const [first, second, ingress] = [randomUUID(), randomUUID(), randomUUID()];
    const of = (organizationId: string, count: number, fields: Partial<SessionToEnqueue> = {}): SessionToEnqueue[] =>
      Array.from({ length: count }, () => job({ organizationId, ...fields }));
    const [many, other, again, awaited] = [
      of(first, 20),
      of(second, 2),
      of(first, 1, { enqueueNumber: 2 }),
      of(first, 2, { awaitedBy: ingress }),
    ];
    await (await producer()).add([...many, ...other, ...again, ...awaited]);
    const taken: SessionJob[] = [];
    await consumer(async (one) => void taken.push(one), 1).start();
    await waitFor(() => taken.length === 5);
    const ids = (sessions: SessionToEnqueue[]): string[] => sessions.map(({ sessionId }) => sessionId);
    expect(taken).toEqual([
      { organizationId: first, enqueueNumber: 1, sessionIds: ids(many).slice(0, 16) },
      { organizationId: first, enqueueNumber: 1, sessionIds: ids(many).slice(16) },
      { organizationId: second, enqueueNumber: 1, sessionIds: ids(other) },
      { organizationId: first, enqueueNumber: 2, sessionIds: ids(again) },
      { organizationId: first, enqueueNumber: 1, sessionIds: ids(awaited), awaitedBy: ingress },
    ]);
  });

  test('the rest of a job that is put back is taken before other jobs', async () => {
    const queue = await producer();
    const [one, two] = [job(), job()];
    const rest = { organizationId: randomUUID(), enqueueNumber: 3, sessionIds: [randomUUID(), randomUUID()] };
    await queue.add([one, two]);
    await queue.putBack('default', rest);
    const taken: SessionJob[] = [];
    await consumer(async (each) => void taken.push(each), 1).start();
    await waitFor(() => taken.length === 3);
    expect(taken[0]).toEqual(rest);
  });

  test('the rest of a job can be put back as several jobs, which keep their order', async () => {
    const queue = await producer();
    await queue.add([job()]);
    const sessionIds = Array.from({ length: 5 }, () => randomUUID());
    const workflowId = randomUUID();
    await queue.putBack('default', { organizationId: randomUUID(), workflowId, enqueueNumber: 3, sessionIds }, 2);
    const taken: SessionJob[] = [];
    await consumer(async (each) => void taken.push(each), 1).start();
    await waitFor(() => taken.length === 4);
    expect(taken.slice(0, 3).map((each) => [each.workflowId, each.sessionIds])).toEqual([
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
    const taken: number[] = [];
    const worker = consumer(async ({ enqueueNumber }) => void taken.push(enqueueNumber));
    expect(await waitFor(() => worker.waiting())).toBe(2);
    await worker.start();
    await waitFor(async () => taken.length >= 2 && (await worker.waiting()) === 0);
    expect(taken.sort()).toEqual([1, 2]);
  });

  test('accepts the same id again after its job ended', async () => {
    const again = job();
    const queue = await producer();
    let taken = 0;
    await consumer(async () => void (taken += 1)).start();
    await queue.add([again]);
    await waitFor(() => taken === 1);
    await waitFor(async () => {
      await queue.add([again]);
      return taken >= 2;
    });
  });

  test('continues after a run that rejects', async () => {
    const queue = await producer();
    const taken: string[] = [];
    await consumer(async ({ sessionIds }) => {
      taken.push(...sessionIds);
      if (taken.length === 1) throw new Error('PostgreSQL is away');
    }, 1).start();
    const own = [job(), job()];
    await queue.add(own);
    await waitFor(() => own.every(({ sessionId }) => taken.includes(sessionId)));
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
    const taken: string[] = [];
    const worker = consumer(async ({ sessionIds }) => void taken.push(...sessionIds));
    await worker.start();
    const first = job();
    await queue.add([first]);
    await waitFor(() => taken.includes(first.sessionId));
    worker.pause();
    await queue.add([job(), job(), job(), job()]);
    // The fetch that was running at the pause may return one more job, and so may the end of the first job.
    await waitFor(async () => taken.length + (await worker.waiting()) === 5);
    expect(taken.length).toBeLessThanOrEqual(3);
    worker.resume();
    await waitFor(() => taken.length === 5);
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
    // Another consumer takes the rest.
    const others: string[] = [];
    await consumer(async ({ sessionIds }) => void others.push(...sessionIds)).start();
    await waitFor(() => ended.length + others.length === 4);
  });

  test('detects whether the queue was emptied since the epoch was set', async () => {
    const queue = await producer();
    await queue.plantEpoch();
    expect(await queue.hasEpoch()).toBe(true);
  });
});
