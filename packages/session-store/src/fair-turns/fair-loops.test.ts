import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newSession, waitFor } from '@workflow/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { useTestStore, runningSession } from '../../test/open-test-store.ts';
import { poison } from '../../test/poison.ts';
import { FairRounds, type OnBackoff } from './fair-rounds.ts';

const DAY_MS = 86_400_000;
const SYSTEM = { type: 'system', id: null, name: 'test' } as const;

const database = useTestStore({ onBackoff: (aside) => void backoffs.push(aside) });
let backoffs: Parameters<OnBackoff>[0][];
let hostile: string;
let neighbour: string;
beforeAll(async () => {});
beforeEach(() => {
  backoffs = [];
  // Sorted, so that the failing organization has its turn first.
  [hostile, neighbour] = [randomUUID(), randomUUID()].toSorted() as [string, string];
});

const sweep = async (): Promise<void> => {
  while ((await database.store.retention.deleteOld({ sessionDays: 30, maxSessions: 10 })).more);
};

async function oldSession(organizationId: string): Promise<string> {
  const { fence } = await runningSession(database.store, {
    organizationId,
    id: uuidv7({ msecs: Date.now() - 50 * DAY_MS }),
  });
  await database.store.execution.end(fence, { kind: 'succeeded', output: null }, []);
  await database.sql(`UPDATE sessions SET finished_at = now() - interval '40 days' WHERE id = $1`, [fence.sessionId]);
  return fence.sessionId;
}

async function sessionsOf(organizationId: string): Promise<number> {
  return (await database.sql('SELECT 1 FROM sessions WHERE organization_id = $1', [organizationId])).length;
}

async function startCancel(organizationId: string, sessions: number) {
  for (let created = 0; created < sessions; created += 1)
    await database.store.intake.accept(newSession({ organizationId }));
  const request = { action: 'cancel', filter: {}, fromStart: false, perMinute: null, dryRun: false } as const;
  const { id } = await database.store.operations.start(organizationId, request);
  return () => database.store.operations.find(organizationId, id);
}

test('retention: an organization whose sessions cannot be deleted is left out, and others are served', async () => {
  for (const organizationId of [hostile, neighbour]) await oldSession(organizationId);
  const cure = await poison(database, { table: 'sessions', on: 'DELETE', organizationId: hostile });
  await sweep();
  expect([await sessionsOf(hostile), await sessionsOf(neighbour)]).toEqual([1, 0]);
  expect(backoffs).toMatchObject([{ work: 'retention', organizationId: hostile, failures: 1 }]);
  await cure();
  await waitFor(
    async () => {
      await sweep();
      return (await sessionsOf(hostile)) === 0;
    },
    { what: 'the next sweep after the pause' },
  );
});

test('storage: an organization whose bytes cannot be counted is left out, and others are counted', async () => {
  for (const organizationId of [hostile, neighbour]) {
    await database.store.management.organization(organizationId).putQuotas(SYSTEM, { maxStoredBytes: 1e9 });
    await database.store.intake.accept(newSession({ organizationId }));
  }
  const cure = await poison(database, { table: 'stored_bytes', on: 'INSERT', organizationId: hostile });
  await database.store.retention.countStoredBytes(() => false);
  const read = (organizationId: string) => database.store.management.organization(organizationId).readStoredBytes();
  expect(await read(neighbour)).toBeGreaterThan(0);
  expect(backoffs).toMatchObject([{ work: 'storage', organizationId: hostile }]);
  await cure();
});

test('operations: an organization whose operation fails is left out, and others are worked on', async () => {
  const ofHostile = await startCancel(hostile, 3);
  const ofNeighbour = await startCancel(neighbour, 3);
  const cure = await poison(database, { table: 'operations', on: 'UPDATE', organizationId: hostile });
  while (await database.store.operations.work());
  expect(await ofNeighbour()).toMatchObject({ status: 'DONE', done: 3 });
  expect(backoffs).toMatchObject([{ work: 'operations', organizationId: hostile }]);
  expect(await ofHostile()).toMatchObject({ status: 'RUNNING', done: 0 });
  await cure();
  await waitFor(
    async () => {
      await database.store.operations.work();
      return (await ofHostile())?.status === 'DONE';
    },
    { what: 'the end of the operation after the backoff' },
  );
});

test('operations: sessions that cannot be changed fail alone, without a pause', async () => {
  const ofHostile = await startCancel(hostile, 5);
  const cure = await poison(database, { table: 'sessions', on: 'UPDATE', organizationId: hostile });
  while (await database.store.operations.work());
  expect(await ofHostile()).toMatchObject({ status: 'FAILED', done: 0, failed: 5 });
  expect(backoffs).toEqual([]);
  await cure();
});

test('many operations of one organization do not delay one of another', async () => {
  const first = await startCancel(hostile, 1);
  const more = await Promise.all(Array.from({ length: 15 }, () => startCancel(hostile, 1)));
  const ofNeighbour = await startCancel(neighbour, 1);
  await database.store.operations.work();
  expect(await ofNeighbour()).toMatchObject({ status: 'DONE' });
  const open = await Promise.all([first, ...more].map(async (find) => (await find())?.status));
  expect(open.filter((status) => status === 'RUNNING').length).toBeGreaterThan(10);
});

test('a round that ends early is continued with the next organization', async () => {
  const rounds = new FairRounds({} as never);
  const served: string[] = [];
  const serve = (organizationId: string): Promise<never> => {
    served.push(organizationId);
    return Promise.reject(new Error('the file store does not answer'));
  };
  for (let round = 0; round < 4; round += 1)
    await expect(rounds.inTurn('retention', ['a', 'b', 'c'], serve, () => true)).rejects.toThrow('does not answer');
  expect(served).toEqual(['a', 'b', 'c', 'a']);
});
