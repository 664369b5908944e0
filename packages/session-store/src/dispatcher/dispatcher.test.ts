import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { NewSession, SessionStore } from '../contract.ts';
import { EXECUTOR_DEAD_AFTER_MS, newSession, openTestStore, runningSession } from '../../test/open-test-store.ts';
import type { TestStore } from '../../test/open-test-store.ts';

let database: TestStore;
let store: SessionStore;
beforeAll(async () => {
  database = await openTestStore();
});
// A store of its own for each test: another process's dispatcher, which knows nothing of what was before.
beforeEach(async () => {
  await database.sql('TRUNCATE sessions, steps, dispatches, dispatch_windows, executors, leases');
  store = database.another();
});
afterAll(() => database.close());

const POLICY = { maxWindow: 100, minOrganizationWindow: 10 };
const SUCCEEDED = { kind: 'succeeded' as const, output: null };

async function accept(count: number, overrides: Partial<NewSession>): Promise<NewSession[]> {
  const sessions = Array.from({ length: count }, () => newSession(overrides));
  await Promise.all(sessions.map((session) => store.sessions.accept(session)));
  return sessions;
}

const ledger = async (): Promise<string[]> =>
  (await database.sql<{ id: string }>('SELECT unnest(session_ids) AS id FROM dispatches ORDER BY 1')).map(({ id }) => id);

test('a lease has one holder until it is released or runs out', async () => {
  const [a, b] = [randomUUID(), randomUUID()];
  expect(await Promise.all([store.dispatcher.holdLease('dispatcher', a, 10_000), store.dispatcher.holdLease('dispatcher', a, 10_000)])).toEqual([true, true]);
  expect(await store.dispatcher.holdLease('dispatcher', b, 10_000)).toBe(false);
  expect((await store.credentials.poll(0n)).dispatching).toBe(true);
  await store.dispatcher.releaseLease('dispatcher', b);
  expect(await store.dispatcher.holdLease('dispatcher', b, 10_000)).toBe(false);
  await store.dispatcher.releaseLease('dispatcher', a);
  expect(await store.dispatcher.holdLease('dispatcher', b, 1)).toBe(true);
  await waitFor(() => store.dispatcher.holdLease('dispatcher', a, 10_000));
});

test('feeds organizations in turn, each its oldest first, up to its window', async () => {
  const [large, small] = [randomUUID(), randomUUID()];
  const many = await accept(50, { organizationId: large, enqueue: false });
  const few = await accept(3, { organizationId: small, enqueue: false });
  await store.dispatcher.settle(POLICY);
  const fed = await store.dispatcher.feed(POLICY, 1_000);
  const ids = (sessions: { id: string }[]): string[] => sessions.map(({ id }) => id).sort();
  expect(fed.filter(({ organizationId }) => organizationId === large).map(({ sessionId }) => sessionId)).toEqual(ids(many).slice(0, 10));
  expect(fed.slice(0, 6).filter(({ organizationId }) => organizationId === small).map(({ sessionId }) => sessionId)).toEqual(ids(few));
  expect(await ledger()).toEqual(fed.map(({ sessionId }) => sessionId).sort());
  expect(await store.dispatcher.feed(POLICY, 1_000)).toEqual([]);
  await store.dispatcher.settle(POLICY);
  expect((await store.credentials.poll(0n)).windows).toContainEqual({ organizationId: large, inFlight: 10, capacity: 10, backlogged: true });
});

test('widens the window of an organization that is drained fast', async () => {
  const organizationId = randomUUID();
  await accept(100, { organizationId, enqueue: false });
  const executorId = randomUUID();
  await store.executors.register({ id: executorId, host: 'test', concurrency: 4 });
  await store.dispatcher.settle(POLICY);
  const first = await store.dispatcher.feed(POLICY, 1_000);
  expect(first).toHaveLength(10);
  await Promise.all(first.map(async ({ sessionId }) => {
    const claimed = await store.sessions.claim({ sessionId, executorId });
    await store.sessions.end({ sessionId, attempt: claimed?.attempt ?? 0 }, SUCCEEDED, []);
  }));
  expect(await store.dispatcher.settle(POLICY)).toEqual({ inFlight: 0, backlogged: true, retired: 10 });
  expect((await store.dispatcher.feed(POLICY, 1_000)).length).toBeGreaterThan(10);
});

test('the ledger keeps what is in flight and drops what ended, waits, or went back', async () => {
  const [ended, waiting, back, running] = [await runningSession(store), await runningSession(store), await runningSession(store), await runningSession(store)];
  const [queued, cancelled] = await accept(2, {});
  await store.sessions.end(ended.fence, SUCCEEDED, []);
  await store.sessions.end(waiting.fence, { kind: 'waiting', dueAt: new Date(Date.now() + 3_600_000), childrenSeen: 0 }, []);
  await store.sessions.end(back.fence, { kind: 'handed-back' }, []);
  await store.views.cancel(cancelled?.organizationId ?? '', cancelled?.id ?? '');
  expect(await store.dispatcher.settle(POLICY)).toEqual({ inFlight: 2, backlogged: true, retired: 4 });
  expect(await ledger()).toEqual([running.session.id, queued?.id].sort());
  await store.sessions.end(running.fence, SUCCEEDED, []);
  await store.dispatcher.feed(POLICY, 10);
  expect(await store.dispatcher.settle(POLICY)).toEqual({ inFlight: 2, backlogged: false, retired: 1 });
  expect(await ledger()).toEqual([back.session.id, queued?.id].sort());
});

test('offers again what waits in the queue for long, under the same number', async () => {
  const [session] = await accept(1, {});
  expect(await store.dispatcher.reoffer(60_000)).toEqual([]);
  const again = [{ sessionId: session?.id, organizationId: session?.organizationId, dispatch: 1 }];
  expect(await store.dispatcher.reoffer(0)).toEqual(again);
  expect(await store.dispatcher.reoffer(60_000)).toEqual([]);
});

test('makes one new job for a session whose executor died, and the claim counts a crash', async () => {
  const { session, executorId } = await runningSession(store);
  expect(await store.dispatcher.reoffer(60_000)).toEqual([]);
  const found: unknown[] = [];
  await waitFor(async () => found.push(...(await store.dispatcher.reoffer(60_000))) > 0);
  expect(found).toEqual([{ sessionId: session.id, organizationId: session.organizationId, dispatch: 2 }]);
  expect(await store.dispatcher.reoffer(60_000)).toEqual([]);
  expect((await store.executors.list()).map(({ alive }) => alive)).toEqual([false]);
  const rescuer = randomUUID();
  await store.executors.register({ id: rescuer, host: 'test', concurrency: 1 });
  expect(await store.sessions.claim({ sessionId: session.id, executorId: rescuer })).toMatchObject({ attempt: 2, crashes: 1 });
  expect(executorId).not.toBe(rescuer);
  expect(EXECUTOR_DEAD_AFTER_MS).toBeLessThan(1_000);
});

test('offers a due session again whose job was lost', async () => {
  const { session, fence } = await runningSession(store);
  await store.sessions.end(fence, { kind: 'waiting', dueAt: new Date(0), childrenSeen: 0 }, []);
  expect(await store.dispatcher.settle(POLICY)).toMatchObject({ inFlight: 0 });
  expect(await store.dispatcher.feed(POLICY, 10)).toMatchObject([{ sessionId: session.id, dispatch: 2 }]);
  expect(await store.dispatcher.settle(POLICY)).toMatchObject({ inFlight: 1 });
  expect(await store.dispatcher.reoffer(0)).toMatchObject([{ sessionId: session.id, dispatch: 2 }]);
});

test('a new dispatcher takes back the windows of its predecessor', async () => {
  const [session] = await accept(1, { enqueue: false });
  const organizationId = session?.organizationId ?? '';
  await store.dispatcher.settle(POLICY);
  expect((await store.credentials.poll(0n)).windows).toEqual([{ organizationId, inFlight: 0, capacity: 10, backlogged: true }]);
  await store.views.cancel(organizationId, session?.id ?? '');
  const successor = database.another();
  await successor.dispatcher.settle(POLICY);
  expect((await store.credentials.poll(0n)).windows).toEqual([]);
  await accept(1, { organizationId, enqueue: false });
  await successor.dispatcher.settle(POLICY);
  expect(await successor.dispatcher.holdLease('dispatcher', randomUUID(), 10_000)).toBe(true);
  expect(await store.dispatcher.holdLease('dispatcher', randomUUID(), 10_000)).toBe(false);
  await database.sql('DELETE FROM dispatch_windows');
  await store.dispatcher.settle(POLICY);
  expect((await store.credentials.poll(0n)).windows).toHaveLength(1);
});
