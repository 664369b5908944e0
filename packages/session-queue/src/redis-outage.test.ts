import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeWithRedis, RestartableRedis, testQueueName, unstalledMs, waitFor } from '@workflow/test-harness';
import { randomUUID } from 'node:crypto';
import { createSessionConsumer, createSessionProducer, type SessionConsumer, type SessionProducer } from './index.ts';

/** Jobs are processed again within this time after an outage, without a restart. */
const PICKED_UP_WITHIN_MS = 10_000;
/** With the longest pauses between attempts this takes longer than an idle consumer blocks on the queue. */
const MANY_TRIES = 30;
/** A client must notice an outage within this time. */
const NOTICED_WITHIN_MS = 15_000;

describeWithRedis('an outage of Redis', () => {
  let redis: RestartableRedis;
  let producer: SessionProducer;
  let consumer: SessionConsumer;
  let consumerErrors: Error[];
  const receivedIds = new Set<string>();

  /** @param mayEnd the sessions run until it resolves */
  function open(mayEnd: Promise<void> = Promise.resolve()): void {
    const options = {
      redis: { kind: 'standalone' as const, url: redis.url },
      databaseUrl: '',
      name: testQueueName(),
      onError: () => undefined,
    };
    producer = createSessionProducer(options);
    consumer = createSessionConsumer({
      ...options,
      onError: (error) => void consumerErrors.push(error),
      concurrency: 5,
      databasePoolSize: 10,
      run: async ({ sessionIds }) => {
        for (const id of sessionIds) receivedIds.add(id);
        await mayEnd;
      },
    });
  }

  /** Enqueues one session repeatedly, as the dispatcher does, until a consumer gets it. */
  async function pickedUp(): Promise<void> {
    const sessionId = randomUUID();
    const enqueue = async (): Promise<boolean> => {
      await producer.add([{ sessionId, organizationId: randomUUID(), enqueueNumber: 1 }]).catch(() => undefined);
      return receivedIds.has(sessionId);
    };
    await waitFor(enqueue, { withinMs: PICKED_UP_WITHIN_MS, everyMs: 100, what: 'the consumer to take the job' });
  }

  beforeEach(async () => {
    redis = await RestartableRedis.reserve();
    consumerErrors = [];
  });
  afterEach(async () => {
    await consumer.close(0);
    await producer.close();
    await redis.remove();
  });

  test('absent at the start: jobs are taken as soon as it is there', async () => {
    open();
    await consumer.start();
    await expect(
      producer.add([{ sessionId: randomUUID(), organizationId: randomUUID(), enqueueNumber: 1 }]),
    ).rejects.toThrow();
    await redis.start();
    await pickedUp();
  });

  test('killed and restarted empty, three times: jobs are taken again each time', async () => {
    await redis.start();
    open();
    await consumer.start();
    await pickedUp();
    await producer.plantEpoch();
    for (let outage = 0; outage < 3; outage += 1) {
      await redis.kill();
      await expect(
        producer.add([{ sessionId: randomUUID(), organizationId: randomUUID(), enqueueNumber: 1 }]),
      ).rejects.toThrow();
      await redis.start();
      await pickedUp();
    }
    expect(await producer.hasEpoch()).toBe(false);
  });

  test('without memory: refusals are noted, and jobs are taken when it has memory again', async () => {
    await redis.start();
    open();
    await consumer.start();
    await pickedUp();
    expect(consumer.lastRefusedAt).toBeNull();
    await producer.add([{ sessionId: randomUUID(), organizationId: randomUUID(), enqueueNumber: 1 }]);
    await redis.command('CONFIG SET maxmemory 1');
    await waitFor(() => consumer.lastRefusedAt !== null, { what: 'a refusal' });
    await redis.command('CONFIG SET maxmemory 0');
    await pickedUp();
  });

  test('killed until many connection attempts were refused: jobs are taken when it is back', async () => {
    await redis.start();
    open();
    await consumer.start();
    await pickedUp();
    await redis.kill();
    const refused = (): boolean =>
      consumerErrors.filter((error) => error.message.includes('ECONNREFUSED')).length >= MANY_TRIES;
    await waitFor(refused, { withinMs: NOTICED_WITHIN_MS, what: 'the consumer to try to connect again and again' });
    await redis.start();
    await pickedUp();
  });

  test('stopped until the consumer gives its connection up: a producer rejects in time, and all resumes', async () => {
    await redis.start();
    open();
    await consumer.start();
    await pickedUp();
    redis.signal('SIGSTOP');
    const adding = producer.add([{ sessionId: randomUUID(), organizationId: randomUUID(), enqueueNumber: 1 }]);
    expect(await unstalledMs(() => expect(adding).rejects.toThrow())).toBeLessThan(3_000);
    const gaveUp = (): boolean => consumerErrors.length > 0;
    await waitFor(gaveUp, { withinMs: NOTICED_WITHIN_MS, what: 'the consumer to give its connection up' });
    redis.signal('SIGCONT');
    await pickedUp();
  });

  test('emptied while a job runs: its end does no harm, and the next job is taken', async () => {
    const gate = Promise.withResolvers<void>();
    await redis.start();
    open(gate.promise);
    await consumer.start();
    await pickedUp();
    await producer.plantEpoch();
    await redis.command('FLUSHALL');
    expect(await producer.hasEpoch()).toBe(false);
    expect(consumer.running).toBe(1);
    gate.resolve();
    await pickedUp();
    await waitFor(() => consumer.running === 0);
  });

  test('never there: closing still ends', async () => {
    open();
    await consumer.start();
    await consumer.close(1_000);
    expect(consumer.running).toBe(0);
  });
});
