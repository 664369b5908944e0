import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, waitFor, type TestDatabase } from '@workflow/test-harness';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createSessionConsumer, createSessionProducer, type SessionQueueOptions } from './index.ts';
import { testQueueOptions } from '../test/test-queue-options.ts';

let database: TestDatabase;
let options: SessionQueueOptions;
let client: Client;
let other: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  options = await testQueueOptions('postgres', database);
  [client, other] = [new Client(database.databaseUrl), new Client(database.databaseUrl)];
  await Promise.all([client.connect(), other.connect()]);
});
afterAll(async () => {
  await Promise.all([client.end(), other.end()]);
  await database.drop();
});

/** Ends the connections that wait for a lock, once there are any. */
async function endWaiting(): Promise<boolean> {
  const { rowCount } = await other.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
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
  const taken: string[] = [];
  const consumer = createSessionConsumer({
    ...options,
    concurrency: 10,
    databasePoolSize: 10,
    run: async ({ sessionIds }) => void taken.push(...sessionIds),
  });
  await consumer.start();
  await waitFor(() => taken.length >= count);
  await Promise.all([consumer.close(5_000), producer.close()]);
  expect(taken.toSorted()).toEqual(jobs.map(({ sessionId }) => sessionId).toSorted());
});
