import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  createTestDatabase,
  describeEachBackend,
  TcpProxy,
  testQueueName,
  testRedisUrl,
  waitFor,
  type TestDatabase,
} from '@workflow/test-harness';
import { randomUUID } from 'node:crypto';
import {
  createNotifications,
  createSessionConsumer,
  createSessionProducer,
  type SessionNotifications,
  type SessionConsumer,
  type SessionProducer,
} from './index.ts';

/** The queue recovers from silently dead connections within this time, without a restart. */
const BACK_WITHIN_MS = 15_000;
const JOBS_AFTERWARDS = 6;

describeEachBackend('connections of the queue that went half-open', (backend) => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let producer: SessionProducer;
  let consumer: SessionConsumer;
  let listening: SessionNotifications;
  let publishing: SessionNotifications;
  const receivedIds = new Set<string>();

  beforeEach(async () => {
    database = await createTestDatabase();
    const server = new URL(backend === 'redis' ? await testRedisUrl() : database.databaseUrl);
    proxy = new TcpProxy(Number(server.port));
    server.host = `127.0.0.1:${await proxy.listen()}`;
    const options = {
      redis: backend === 'redis' ? { kind: 'standalone' as const, url: server.href } : null,
      databaseUrl: backend === 'redis' ? database.databaseUrl : server.href,
      name: testQueueName(),
      onError: () => undefined,
    };
    producer = createSessionProducer(options);
    consumer = createSessionConsumer({
      ...options,
      concurrency: 5,
      databasePoolSize: 10,
      run: async ({ sessionIds }) => {
        for (const id of sessionIds) receivedIds.add(id);
      },
    });
    listening = createNotifications(options, [Buffer.alloc(32, 1)]);
    publishing = createNotifications(options, [Buffer.alloc(32, 1)]);
  });
  afterEach(async () => {
    await Promise.all([consumer.close(0), producer.close(), listening.close(), publishing.close()]);
    proxy.close();
    await database.drop();
  });

  test(
    'are replaced: jobs are taken and the ingress is notified of ends again',
    async () => {
      const ingress = randomUUID();
      let notified = 0;
      await listening.subscribe(ingress, () => void (notified += 1));
      await consumer.start();
      const sessionId = randomUUID();
      let enqueueNumber = 0;
      /** Adds a new job for the session, as the dispatcher does, and notifies of its end. */
      const isWorking = async (): Promise<boolean> => {
        publishing.publish(ingress, [{ sessionId }]);
        await producer
          .add([{ sessionId, organizationId: randomUUID(), enqueueNumber: (enqueueNumber += 1) }])
          .catch(() => undefined);
        return receivedIds.has(sessionId) && notified > 0;
      };
      await waitFor(isWorking, { withinMs: BACK_WITHIN_MS, everyMs: 100 });
      proxy.freezeExisting();
      receivedIds.clear();
      notified = 0;
      await waitFor(isWorking, {
        withinMs: BACK_WITHIN_MS,
        everyMs: 100,
        what: 'jobs and notifications to arrive again',
      });
      expect(notified).toBeGreaterThan(0);
      // An idle consumer must be notified of each job again. Its polls would find them seconds later.
      const since = performance.now();
      for (let job = 0; job < JOBS_AFTERWARDS; job += 1) {
        const next = randomUUID();
        await producer.add([{ sessionId: next, organizationId: randomUUID(), enqueueNumber: 1 }]);
        await waitFor(() => receivedIds.has(next), { withinMs: BACK_WITHIN_MS, everyMs: 20, what: 'the next job' });
      }
      expect(performance.now() - since).toBeLessThan(BACK_WITHIN_MS);
    },
    4 * BACK_WITHIN_MS,
  );
});
