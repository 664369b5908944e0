import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, describeEachBackend, testQueueName, testRedisUrl, waitFor, type TestDatabase } from '@workflow/test-harness';
import { randomUUID } from 'node:crypto';
import {
  createEndSignals, createSessionConsumer, createSessionProducer, type SessionConsumer, type SessionJob, type SessionProducer, type SessionQueueOptions,
} from './index.ts';

describeEachBackend('the session queue', (backend) => {
  let database: TestDatabase;
  let options: SessionQueueOptions;
  let closing: (() => Promise<void>)[] = [];
  const errors: Error[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    options = {
      redisUrl: backend === 'redis' ? await testRedisUrl() : null,
      databaseUrl: database.databaseUrl,
      name: testQueueName(),
      onError: (error) => errors.push(error),
    };
  });
  afterEach(async () => {
    for (const close of closing.reverse()) await close();
    closing = [];
  });
  afterAll(() => database.drop());

  const job = (fields: Partial<SessionJob> = {}): SessionJob => ({ sessionId: randomUUID(), organizationId: randomUUID(), dispatch: 1, ...fields });

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

  test('carries every field of a job to the consumer', async () => {
    const jobs = [job(), job({ dispatch: 12, awaitedBy: randomUUID() })];
    const taken: SessionJob[] = [];
    await consumer(async (one) => void taken.push(one)).start();
    await (await producer()).add(jobs);
    await waitFor(() => taken.length === 2);
    expect(new Set(taken)).toEqual(new Set(jobs));
  });

  test('leaves an id alone that the queue still knows, and takes a higher dispatch as another job', async () => {
    const first = job();
    const queue = await producer();
    await queue.add([first]);
    await queue.add([first, { ...first, dispatch: 2 }]);
    const taken: number[] = [];
    const worker = consumer(async ({ dispatch }) => void taken.push(dispatch));
    expect(await waitFor(() => worker.waiting())).toBe(2);
    await worker.start();
    await waitFor(async () => taken.length >= 2 && (await worker.waiting()) === 0);
    expect(taken.sort()).toEqual([1, 2]);
  });

  test('takes the same id again once its job is over', async () => {
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

  test('goes on after a run that rejects', async () => {
    const queue = await producer();
    const taken: string[] = [];
    await consumer(async ({ sessionId }) => {
      taken.push(sessionId);
      if (taken.length === 1) throw new Error('PostgreSQL is away');
    }, 1).start();
    await queue.add([job(), job()]);
    await waitFor(() => taken.length === 2);
    expect(errors.map(({ message }) => message)).toContain('PostgreSQL is away');
  });

  test('runs no more at once than its concurrency', async () => {
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

  test('takes nothing while it is held, and goes on when released', async () => {
    const queue = await producer();
    const taken: string[] = [];
    const worker = consumer(async ({ sessionId }) => void taken.push(sessionId));
    await worker.start();
    const first = job();
    await queue.add([first]);
    await waitFor(() => taken.includes(first.sessionId));
    worker.hold();
    await queue.add([job(), job(), job(), job()]);
    // The fetch that was under way when the hold came may bring one more.
    await waitFor(async () => (await worker.waiting()) >= 3);
    expect(taken.length).toBeLessThanOrEqual(2);
    worker.release();
    await waitFor(() => taken.length === 5);
  });

  test('stops in two phases: takes no more, then waits for what is under way', async () => {
    const queue = await producer();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const ended: string[] = [];
    const worker = consumer(async ({ sessionId }) => {
      await gate;
      ended.push(sessionId);
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
    // What was left is another consumer's.
    const others: string[] = [];
    await consumer(async ({ sessionId }) => void others.push(sessionId)).start();
    await waitFor(() => ended.length + others.length === 4);
  });

  test('tells an ingress that its sessions ended, and nobody else', async () => {
    const [ingress, other] = [randomUUID(), randomUUID()];
    const listening = createEndSignals(options);
    const publishing = createEndSignals(options);
    closing.push(() => listening.close(), () => publishing.close());
    const heard: string[] = [];
    await listening.subscribe(ingress, (ids) => void heard.push(...ids));
    const ids = Array.from({ length: 450 }, () => randomUUID());
    const ready = randomUUID();
    // Signals are best effort: the first may come before the subscription.
    await waitFor(() => {
      publishing.publish(ingress, [ready]);
      return heard.includes(ready);
    });
    publishing.publish(other, [randomUUID()]);
    publishing.publish(ingress, ids);
    await waitFor(() => heard.includes(ids.at(-1)!));
    expect(heard.filter((id) => id !== ready)).toEqual(ids);
  });

  test('knows whether the queue was emptied since the epoch was planted', async () => {
    const queue = await producer();
    await queue.plantEpoch();
    expect(await queue.hasEpoch()).toBe(true);
  });
});
