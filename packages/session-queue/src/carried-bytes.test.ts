import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, describeEachBackend, waitFor, type TestDatabase } from '@workflow/test-harness';
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { CarriedBytes } from './carried-bytes.ts';
import {
  createSessionConsumer,
  createSessionProducer,
  createSessionStarts,
  type SessionConsumer,
  type SessionJob,
  type SessionProducer,
  type SessionQueueOptions,
} from './index.ts';
import { testQueueOptions } from '../test/test-queue-options.ts';

/** Room for three starts with the values below, and not for a fourth. */
const MAX_BYTES = 5_000;
const VALUES = JSON.stringify({ text: 'x'.repeat(1_000) });

describeEachBackend('the starts that jobs carry in the queue', (backend) => {
  const starts = createSessionStarts([Buffer.alloc(32, 1)]);
  let database: TestDatabase;
  let options: SessionQueueOptions;
  let producer: SessionProducer;
  let consumer: SessionConsumer | null = null;
  let receivedJobs: SessionJob[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    options = await testQueueOptions(backend, database);
    producer = createSessionProducer(options, {
      name: 'i',
      maxBytes: MAX_BYTES,
      seal: (organizationId, ofJob) => starts.seal('i', organizationId, ofJob),
    });
    await waitFor(() => producer.ping().then(() => true));
    receivedJobs = [];
  });
  afterEach(async () => {
    await consumer?.close(5_000);
    consumer = null;
    await producer.close();
  });
  afterAll(() => database.drop());

  async function add(): Promise<void> {
    const [sessionId, organizationId, workflowId] = [randomUUID(), randomUUID(), randomUUID()];
    const start = { workflowId, definitionId: 'd', componentId: 'c', mode: 'PROD' as const, requestId: null };
    const session = { sessionId, organizationId, workflowId, enqueueNumber: 1 };
    await producer.add([{ ...session, start: { ...start, trace: null, valuesJson: VALUES } }]);
  }

  function consume(): void {
    consumer = createSessionConsumer({
      ...options,
      concurrency: 1,
      databasePoolSize: 2,
      run: (job) => Promise.resolve(void receivedJobs.push(job)),
    });
    void consumer.start();
  }

  const withStarts = (): boolean[] => receivedJobs.map(({ starts: carried }) => carried !== undefined);

  test('ends at a limit: further jobs carry ids alone, until those before them were taken', async () => {
    for (let count = 0; count < 5; count += 1) await add();
    expect(producer.carriedBytes()).toBeLessThanOrEqual(MAX_BYTES);
    consume();
    await waitFor(() => receivedJobs.length === 5);
    expect(withStarts()).toEqual([true, true, true, false, false]);
    await waitFor(async () => {
      await add();
      return withStarts().at(-1) === true;
    });
  });
});

describe('the bytes that jobs carry', () => {
  /** Opens a counter for a queue with `state.jobs` jobs. */
  function open(maxBytes: number) {
    const state = { jobs: 0, counts: 0, nowMs: 0 };
    const carried = new CarriedBytes({
      maxBytes,
      now: () => state.nowMs,
      countJobs: () => {
        state.counts += 1;
        return Promise.resolve(state.jobs);
      },
    });
    const add = (bytes: number): void => {
      carried.adding(bytes);
      carried.confirmed(1);
    };
    return { state, carried, add };
  }

  test('counts the jobs of the queue when more than half may be used, and then once in 250 ms', async () => {
    const { state, carried, add } = open(100);
    for (const bytes of [20, 20]) if (carried.hasRoom(bytes)) add(bytes);
    expect(state.counts).toBe(0);
    state.jobs = 2;
    for (const bytes of [20, 20]) if (carried.hasRoom(bytes)) add(bytes);
    await turn();
    expect(carried.hasRoom(20)).toBe(true);
    expect(state.counts).toBe(1);
    state.nowMs = 250;
    carried.hasRoom(20);
    expect(state.counts).toBe(2);
  });

  test('counts the bytes of as many last jobs as the queue has, and of jobs that are being added', async () => {
    const { state, carried, add } = open(100);
    for (const bytes of [10, 20, 0, 30]) add(bytes);
    carried.adding(40);
    state.jobs = 2;
    expect(carried.hasRoom(1)).toBe(false);
    await turn();
    expect(carried.bytes).toBe(70);
    expect(carried.hasRoom(30)).toBe(true);
  });
});
