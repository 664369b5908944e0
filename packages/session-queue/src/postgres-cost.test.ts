import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, testQueueName, waitFor, type TestDatabase } from '@workflow/test-harness';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import {
  createSessionConsumer,
  createSessionProducer,
  type SessionProducer,
  type SessionQueueOptions,
} from './index.ts';

describe('a queue on PostgreSQL', () => {
  let database: TestDatabase;
  let watcher: Client;
  let producer: SessionProducer;
  let options: SessionQueueOptions;

  const jobs = () =>
    Array.from({ length: 3 }, () => ({ sessionId: randomUUID(), organizationId: randomUUID(), enqueueNumber: 1 }));

  beforeEach(async () => {
    database = await createTestDatabase();
    watcher = new Client({ connectionString: database.databaseUrl });
    await watcher.connect();
    options = { redis: null, databaseUrl: database.databaseUrl, name: testQueueName(), onError: () => undefined };
    producer = createSessionProducer(options);
    await waitFor(() => producer.ping().then(() => true));
  });
  afterEach(async () => {
    await producer.close();
    await watcher.end();
    await database.drop();
  });

  /** Returns what the triggers and functions of a test recorded. */
  async function noted(): Promise<string[]> {
    return (await watcher.query<{ what: string }>('SELECT DISTINCT what FROM noted')).rows.map(({ what }) => what);
  }

  /** Adds three jobs, and returns after a consumer has completed them. */
  async function completeJobs(): Promise<void> {
    let receivedCount = 0;
    const run = () => Promise.resolve(void (receivedCount += 1));
    const consumer = createSessionConsumer({ ...options, concurrency: 1, databasePoolSize: 4, run });
    void consumer.start();
    try {
      await producer.add(jobs());
      await waitFor(() => receivedCount === 3);
    } finally {
      await consumer.close(5_000);
    }
  }

  test('adds a few jobs without creating tables and without waiting for the disk', async () => {
    await watcher.query(`
      CREATE TABLE noted (what text);
      CREATE FUNCTION note_command() RETURNS event_trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO public.noted VALUES (tg_tag); END $$;
      CREATE EVENT TRIGGER note_command ON ddl_command_end EXECUTE FUNCTION note_command();
      CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN
          INSERT INTO public.noted VALUES ('synchronous_commit ' || current_setting('synchronous_commit'));
          RETURN NULL;
        END $$;
      CREATE TRIGGER note_commit AFTER INSERT ON bullmq.job EXECUTE FUNCTION note_commit();
      TRUNCATE noted`);
    await producer.add(jobs());
    expect(await noted()).toEqual(['synchronous_commit off']);
  });

  test('does not ask when delayed jobs are due, because there are none', async () => {
    await watcher.query(`
      CREATE TABLE noted (what text);
      CREATE OR REPLACE FUNCTION bullmq.next_delay(p_queue text) RETURNS bigint LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO public.noted VALUES ('next_delay'); RETURN NULL; END $$`);
    await completeJobs();
    expect(await noted()).toEqual([]);
  });

  test('writes no events of the jobs that are added and taken one by one', async () => {
    await completeJobs();
    expect((await watcher.query('SELECT event FROM bullmq.event')).rows).toEqual([]);
    expect((await watcher.query('SELECT state FROM bullmq.job')).rows).toEqual([]);
  });
});
