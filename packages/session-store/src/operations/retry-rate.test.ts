import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useTestStore, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore();

/** Creates this many failed sessions of an organization, and the operation that retries them. */
async function startRetries(count: number, perMinute: number | null) {
  const { store } = database;
  const organizationId = randomUUID();
  for (let created = 0; created < count; created += 1) {
    const { fence } = await runningSession(store, { organizationId });
    await store.execution.end(fence, { kind: 'failed', error: { code: 'X', message: 'x', componentId: null } }, []);
  }
  const request = { action: 'retry', filter: {}, fromStart: false, perMinute, dryRun: false } as const;
  const { id } = await store.operations.start(organizationId, request);
  return { id, read: () => store.operations.find(organizationId, id), organizationId };
}

test('retries have the rate limit of the runs of their organization, and delay no other organization', async () => {
  const { work } = database.store.operations;
  const limited = await startRetries(3, 1);
  expect(await work()).toBe(true);
  expect(await work()).toBe(false);
  expect(await limited.read()).toMatchObject({ status: 'RUNNING', done: 1 });

  const free = await startRetries(3, null);
  expect(await work()).toBe(true);
  expect(await free.read()).toMatchObject({ status: 'DONE', done: 3 });

  await database.sql("UPDATE operations SET next_at = clock_timestamp() - interval '1 ms' WHERE id = $1", [limited.id]);
  expect(await work()).toBe(true);
  expect(await work()).toBe(false);
  expect(await limited.read()).toMatchObject({ status: 'RUNNING', done: 2 });
});

test('several operations of one organization share its rate limit', async () => {
  const { store } = database;
  const first = await startRetries(2, 1);
  expect(await store.operations.work()).toBe(true);
  const request = { action: 'retry', filter: {}, fromStart: true, perMinute: 1, dryRun: false } as const;
  await store.operations.start(first.organizationId, request);
  expect(await store.operations.work()).toBe(false);
});
