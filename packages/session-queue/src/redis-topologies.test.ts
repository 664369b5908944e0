import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import {
  describeWithRedis,
  RestartableRedis,
  startRedisCluster,
  startRedisSentinel,
  testQueueName,
  waitFor,
} from '@workflow/test-harness';
import { createNotifications, createSessionConsumer, createSessionProducer } from './index.ts';
import type { RedisAddress } from './queue-options.ts';

const OPEN = { username: null, password: null, tls: false };

describeWithRedis('the queue on each kind of Redis', () => {
  let closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.reverse()) await close();
    closing = [];
  });

  function openQueue(redis: RedisAddress) {
    const options = { redis, databaseUrl: '', name: testQueueName(), onError: () => undefined };
    const producer = createSessionProducer(options);
    const receivedIds: string[] = [];
    const consumer = createSessionConsumer({
      ...options,
      concurrency: 2,
      databasePoolSize: 2,
      run: async ({ sessionIds }) => void receivedIds.push(...sessionIds),
    });
    const keys = [Buffer.alloc(32, 1)];
    const [subscriber, publisher] = [createNotifications(options, keys), createNotifications(options, keys)];
    closing.push(
      () => Promise.all([subscriber.close(), publisher.close()]),
      () => producer.close(),
      () => consumer.close(1_000),
    );
    const isTaken = async (): Promise<void> => {
      const sessionId = randomUUID();
      const session = { sessionId, organizationId: randomUUID(), enqueueNumber: 1 };
      await waitFor(async () => {
        await producer.add([session]);
        return true;
      });
      await waitFor(() => receivedIds.includes(sessionId));
    };
    const isNotified = async (): Promise<void> => {
      const ended: string[] = [];
      const replica = randomUUID();
      await subscriber.subscribe(replica, (received) => ended.push(...received.map(({ sessionId }) => sessionId)));
      await waitFor(() => {
        publisher.publish(replica, [{ sessionId: 'ended' }]);
        return ended.length > 0;
      });
    };
    return { producer, consumer, isTaken, isNotified };
  }

  test('jobs and notifications pass through a Cluster', async () => {
    const cluster = await startRedisCluster();
    closing.push(() => cluster.stop());
    const { consumer, producer, isTaken, isNotified } = openQueue({ kind: 'cluster', nodes: cluster.nodes, ...OPEN });
    await consumer.start();
    await isTaken();
    await isNotified();
    await producer.plantEpoch();
    expect(await producer.hasEpoch()).toBe(true);
    expect(producer.problem()).toBeNull();
  });

  test('jobs and notifications follow the master that Sentinels name, through a failover', async () => {
    const { sentinels, master, failOver, stop } = await startRedisSentinel();
    closing.push(stop);
    const address: RedisAddress = { kind: 'sentinel', sentinels, master, sentinelPassword: null, ...OPEN };
    const { consumer, producer, isTaken, isNotified } = openQueue(address);
    await consumer.start();
    await isTaken();
    await failOver();
    await isTaken();
    await isNotified();
    expect(producer.problem()).toBeNull();
  });

  test('a Redis that answers but cannot serve is reported with the reason', async () => {
    const cluster = await startRedisCluster();
    const { sentinels, stop } = await startRedisSentinel();
    const evicting = await RestartableRedis.start({ 'maxmemory-policy': 'allkeys-lru' });
    const locked = await RestartableRedis.start({ requirepass: 'secret' });
    closing.push(() => Promise.all([cluster.stop(), stop(), evicting.remove(), locked.remove()]));
    const findProblem = async (redis: RedisAddress): Promise<string | null> => {
      const { producer } = openQueue(redis);
      await waitFor(() => producer.problem() !== null, { what: JSON.stringify(redis) });
      return producer.problem();
    };
    const url = (address: string): RedisAddress => ({ kind: 'standalone', url: `redis://${address}` });
    expect(await findProblem(url(cluster.nodes[0]!))).toContain('REDIS_CLUSTER_NODES');
    expect(await findProblem(url(sentinels[0]!))).toContain('REDIS_SENTINELS');
    expect(await findProblem(url(`127.0.0.1:${evicting.port}`))).toContain('maxmemory-policy allkeys-lru');
    expect(await findProblem(url(`127.0.0.1:${locked.port}`))).toContain('refuses the credentials');
    expect(await findProblem(url(`:wrong@127.0.0.1:${locked.port}`))).toContain('refuses the credentials');
    expect(await findProblem({ kind: 'cluster', nodes: [`127.0.0.1:${evicting.port}`], ...OPEN })).toContain(
      'not a Cluster',
    );
  });
});
