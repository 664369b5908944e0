import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, waitFor, type TestDatabase } from '@workflow/test-harness';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createSessionConsumer, createSessionProducer, type SessionQueueOptions } from './index.ts';
import { testQueueOptions } from '../test/test-queue-options.ts';

let database: TestDatabase;
let options: SessionQueueOptions;
let client: Client;
let otherClient: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  options = await testQueueOptions('postgres', database);
  [client, otherClient] = [new Client(database.databaseUrl), new Client(database.databaseUrl)];
  await Promise.all([client.connect(), otherClient.connect()]);
});
afterAll(async () => {
  await Promise.all([client.end(), otherClient.end()]);
  await database.drop();
});

/** Ends the connections that wait for a lock, once there are any. */
async function endWaiting(): Promise<boolean> {
  const { rowCount } = await otherClient.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  return rowCount! > 0;
}

test.each([1, 40])('%i jobs are added again, each once, after PostgreSQL ended the connection', async (count) => {
  const producer = createSessionProducer(options);
  await waitFor(() => producer.ping().then(() => true));
  const jobs = Array.from({ length: count }, () => ({
    sessionId: randomUUID(),
    organizationId: randomUUID(),
    enqueueNumber: 1,
  }));
  await client.query('BEGIN; LOCK TABLE bullmq.job IN SHARE ROW EXCLUSIVE MODE');
  const added = producer.add(jobs);
  added.catch(() => undefined);
  await waitFor(endWaiting);
  await client.query('COMMIT');
  await added;
  const receivedIds: string[] = [];
  const consumer = createSessionConsumer({
    ...options,
    concurrency: 10,
    databasePoolSize: 10,
    run: async ({ sessionIds }) => void receivedIds.push(...sessionIds),
  });
  await consumer.start();
  await waitFor(() => receivedIds.length >= count);
  await Promise.all([consumer.close(5_000), producer.close()]);
  expect(receivedIds.toSorted()).toEqual(jobs.map(({ sessionId }) => sessionId).toSorted());
});
