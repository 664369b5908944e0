import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeWithRedis, freePort, testQueueName, waitFor } from '@workflow/test-harness';
import { Redis } from 'ioredis';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createSessionConsumer, createSessionProducer, type SessionConsumer, type SessionProducer } from './index.ts';

/** The promise of this package after an outage: no restart, and no longer than this. */
const PICKED_UP_WITHIN_MS = 10_000;

describeWithRedis('an outage of Redis', () => {
  let port: number;
  let server: ChildProcess | null = null;
  let producer: SessionProducer;
  let consumer: SessionConsumer;
  const taken = new Set<string>();

  async function startRedis(): Promise<void> {
    server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir(), '--maxmemory-policy', 'noeviction'], {
      stdio: 'ignore',
    });
    const client = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => 20, maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    await client.ping();
    client.disconnect();
  }

  async function killRedis(): Promise<void> {
    if (server === null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    server = null;
  }

  function open(): void {
    const options = { redisUrl: `redis://127.0.0.1:${port}`, databaseUrl: '', name: testQueueName(), onError: () => undefined };
    producer = createSessionProducer(options);
    consumer = createSessionConsumer({ ...options, concurrency: 5, databasePoolSize: 10, run: async ({ sessionId }) => void taken.add(sessionId) });
  }

  /** Offers one session again and again, as the dispatcher does, until it was taken. */
  async function pickedUp(): Promise<void> {
    const sessionId = randomUUID();
    const offer = async (): Promise<boolean> => {
      await producer.add([{ sessionId, organizationId: randomUUID(), dispatch: 1 }]).catch(() => undefined);
      return taken.has(sessionId);
    };
    await waitFor(offer, { withinMs: PICKED_UP_WITHIN_MS, everyMs: 100, what: 'the consumer to take the job' });
  }

  beforeEach(async () => {
    port = await freePort();
  });
  afterEach(async () => {
    await consumer.close(0);
    await producer.close();
    await killRedis();
  });

  test('absent at the start: taken as soon as it is there', async () => {
    open();
    await consumer.start();
    await expect(producer.add([{ sessionId: randomUUID(), organizationId: randomUUID(), dispatch: 1 }])).rejects.toThrow();
    await startRedis();
    await pickedUp();
  });

  test('killed and back empty, three times over: taken again each time', async () => {
    await startRedis();
    open();
    await consumer.start();
    await pickedUp();
    await producer.plantEpoch();
    for (let outage = 0; outage < 3; outage += 1) {
      await killRedis();
      await expect(producer.add([{ sessionId: randomUUID(), organizationId: randomUUID(), dispatch: 1 }])).rejects.toThrow();
      await startRedis();
      await pickedUp();
    }
    expect(await producer.hasEpoch()).toBe(false);
  });

  test('killed for longer than the consumer blocks: taken when it is back', async () => {
    await startRedis();
    open();
    await consumer.start();
    await pickedUp();
    await killRedis();
    const refused = performance.now() + 8_000;
    await waitFor(() => performance.now() > refused, { withinMs: 9_000, everyMs: 500 });
    await startRedis();
    await pickedUp();
  });

  test('stopped for 8 s: a producer rejects in time, and all goes on when it continues', async () => {
    await startRedis();
    open();
    await consumer.start();
    await pickedUp();
    server!.kill('SIGSTOP');
    const since = performance.now();
    await expect(producer.add([{ sessionId: randomUUID(), organizationId: randomUUID(), dispatch: 1 }])).rejects.toThrow();
    expect(performance.now() - since).toBeLessThan(3_000);
    await waitFor(() => performance.now() - since > 8_000, { withinMs: 9_000, everyMs: 500 });
    server!.kill('SIGCONT');
    await pickedUp();
  });

  test('emptied under a job that runs: its end does no harm, and the next is taken', async () => {
    await startRedis();
    open();
    await consumer.start();
    await pickedUp();
    await producer.plantEpoch();
    const client = new Redis(port, '127.0.0.1');
    await client.flushall();
    client.disconnect();
    expect(await producer.hasEpoch()).toBe(false);
    await pickedUp();
  });

  test('never there: the close ends all the same', async () => {
    open();
    await consumer.start();
    await consumer.close(1_000);
    expect(consumer.running).toBe(0);
  });
});
