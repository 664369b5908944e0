import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { promote, RestartablePostgres, startStandby, testQueueName, waitFor } from '@workflow/test-harness';
import { Client } from 'pg';
import { createNotifications, createSessionConsumer, createSessionProducer } from './index.ts';

async function countRows(server: RestartablePostgres, text: string, values: unknown[] = []): Promise<number> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    const { rowCount } = await client.query(text, values);
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Counts the connections of a server with this application name. */
const countConnections = (server: RestartablePostgres, name: string): Promise<number> =>
  countRows(server, 'SELECT FROM pg_stat_activity WHERE application_name = $1', [name]);

const isCommitWaiting = async (server: RestartablePostgres): Promise<boolean> =>
  (await countRows(server, "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'")) > 0;

const hasQueueTables = async (server: RestartablePostgres): Promise<boolean> =>
  (await countRows(server, "SELECT FROM pg_tables WHERE schemaname = 'bullmq'")) > 0;

test('every connection of a queue on several hosts goes to the primary, and to the next one after it', async () => {
  const primary = new RestartablePostgres();
  await primary.start();
  const standby = await startStandby(primary);
  const name = testQueueName();
  const databaseUrl = `postgresql://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`;
  const options = { redis: null, databaseUrl, name, onError: () => undefined };
  const receivedIds = new Set<string>();
  const received = new Set<string>();
  const producer = createSessionProducer(options);
  const consumer = createSessionConsumer({
    ...options,
    concurrency: 2,
    databasePoolSize: 2,
    run: async ({ sessionIds }) => {
      for (const id of sessionIds) receivedIds.add(id);
    },
  });
  const keys = [Buffer.alloc(32, 1)];
  const [listening, publishing] = [createNotifications(options, keys), createNotifications(options, keys)];
  const ingress = randomUUID();
  const expectDelivery = async (): Promise<void> => {
    const sessionId = randomUUID();
    const session = { sessionId, organizationId: randomUUID(), enqueueNumber: 1 };
    await waitFor(() => producer.add([session]).then(() => true));
    await waitFor(() => receivedIds.has(sessionId));
    await waitFor(() => {
      publishing.publish(ingress, [{ sessionId }]);
      return received.has(sessionId);
    });
  };
  /** BullMQ gives the connection on which a worker listens the name of the queue. */
  const listensOn = (server: RestartablePostgres) =>
    waitFor(async () => (await countConnections(server, name)) > 0, { what: 'the worker to listen' });
  try {
    await listening.subscribe(ingress, (notifications) => {
      for (const { sessionId } of notifications) received.add(sessionId);
    });
    await consumer.start();
    await expectDelivery();
    await listensOn(primary);
    for (const application of [name, 'session-queue', 'end-signals'])
      expect(await countConnections(standby, application)).toBe(0);
    await primary.kill();
    await promote(standby);
    await expectDelivery();
    await listensOn(standby);
  } finally {
    await Promise.all([consumer.close(0), producer.close(), listening.close(), publishing.close()]);
    await Promise.all([primary.remove(), standby.remove()]);
  }
});

test('a queue is not used before its tables are on the standby, which would lack them after a failover', async () => {
  const primary = new RestartablePostgres();
  await primary.start();
  const standby = await startStandby(primary);
  await standby.kill();
  const databaseUrl = `postgresql://postgres@127.0.0.1:${primary.port}/postgres`;
  const producer = createSessionProducer({ redis: null, databaseUrl, name: testQueueName(), onError: () => undefined });
  const add = () =>
    producer.add([{ sessionId: randomUUID(), organizationId: randomUUID(), enqueueNumber: 1 }]).then(() => true);
  try {
    await expect(add()).rejects.toThrow('adding jobs took longer than');
    await standby.start();
    await waitFor(add);
  } finally {
    await producer.close();
    await Promise.all([primary.remove(), standby.remove()]);
  }
});

test('a queue whose tables only the restarted primary has is used once the standby has them too', async () => {
  const primary = new RestartablePostgres();
  await primary.start();
  const standby = await startStandby(primary);
  await standby.kill();
  const databaseUrl = `postgresql://postgres@127.0.0.1:${primary.port}/postgres`;
  const producer = createSessionProducer({ redis: null, databaseUrl, name: testQueueName(), onError: () => undefined });
  const add = () =>
    producer.add([{ sessionId: randomUUID(), organizationId: randomUUID(), enqueueNumber: 1 }]).then(() => true);
  try {
    await expect(add()).rejects.toThrow('adding jobs took longer than');
    await waitFor(() => isCommitWaiting(primary));
    await primary.kill();
    await primary.start();
    await waitFor(() => hasQueueTables(primary));
    await expect(add()).rejects.toThrow('adding jobs took longer than');
    expect(await isCommitWaiting(primary)).toBe(true);
    await standby.start();
    await waitFor(add);
    await waitFor(() => hasQueueTables(standby));
  } finally {
    await producer.close();
    await Promise.all([primary.remove(), standby.remove()]);
  }
});
