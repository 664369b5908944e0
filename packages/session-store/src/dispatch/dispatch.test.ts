import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { newSession, waitFor } from '@workflow/test-harness';
import { useTestStore, runningSession } from '../../test/open-test-store.ts';
import type { NewSession } from '../acceptance/new-session.ts';
import type { SessionStore } from '../open-session-store.ts';

const database = useTestStore();
let store: SessionStore;
// Each test opens another store, which acts as the dispatcher of another process.
beforeEach(async () => {
  await database.sql('TRUNCATE sessions, steps, enqueued_batches, admission_quotas, executors, leases');
  store = database.another();
});
afterEach(() => void jest.restoreAllMocks());

const POLICY = { maxInFlight: 100, minInFlightPerOrganization: 10, maxJobValueBytes: 1_024 };
const SUCCEEDED = { kind: 'succeeded' as const, output: null };

async function accept(count: number, overrides: Partial<NewSession>): Promise<NewSession[]> {
  const sessions = Array.from({ length: count }, () => newSession(overrides));
  await Promise.all(sessions.map((session) => store.intake.accept(session)));
  return sessions;
}

const inBatches = async (): Promise<string[]> =>
  (await database.sql<{ id: string }>('SELECT unnest(session_ids) AS id FROM enqueued_batches ORDER BY 1')).map(
    ({ id }) => id,
  );

test('a lease has one holder until it is released or runs out', async () => {
  const [a, b] = [randomUUID(), randomUUID()];
  expect(
    await Promise.all([
      store.dispatch.acquireLease('dispatcher', a, 10_000),
      store.dispatch.acquireLease('dispatcher', a, 10_000),
    ]),
  ).toEqual([true, true]);
  expect(await store.dispatch.acquireLease('dispatcher', b, 10_000)).toBe(false);
  expect((await store.lookups.poll(0n)).dispatching).toBe(true);
  await store.dispatch.releaseLease('dispatcher', b);
  expect(await store.dispatch.acquireLease('dispatcher', b, 10_000)).toBe(false);
  await store.dispatch.releaseLease('dispatcher', a);
  expect(await store.dispatch.acquireLease('dispatcher', b, 1)).toBe(true);
  await waitFor(() => store.dispatch.acquireLease('dispatcher', a, 10_000));
});

test('a session that two batches name, as after a recall, counts once', async () => {
  const [first] = await accept(3, {});
  await database.sql('INSERT INTO enqueued_batches (id, session_ids) SELECT $1, array_agg(id) FROM sessions', [
    randomUUID(),
  ]);
  expect(await store.dispatch.reconcile(POLICY)).toMatchObject({ inFlight: 3, retired: 0 });
  const claimed = await store.execution.claim({ sessionId: first!.id, executorId: randomUUID() });
  await store.execution.end({ sessionId: first!.id, claimNumber: claimed!.claimNumber }, SUCCEEDED, []);
  expect(await store.dispatch.reconcile(POLICY)).toMatchObject({ inFlight: 2, retired: 1 });
});

test('enqueues organizations in turn, each its oldest first, up to its quota', async () => {
  const [large, small] = [randomUUID(), randomUUID()];
  const many = await accept(50, { organizationId: large, workflowId: randomUUID(), enqueue: false });
  const ofSmall = await accept(3, { organizationId: small, workflowId: randomUUID(), enqueue: false });
  await store.dispatch.reconcile(POLICY);
  const enqueued = await store.dispatch.enqueueBacklog(POLICY, 1_000);
  expect(new Set(enqueued.slice(0, 2).map(({ organizationId }) => organizationId))).toEqual(new Set([large, small]));
  const ids = (sessions: { id: string }[]): string[] => sessions.map(({ id }) => id).sort();
  expect(enqueued.filter(({ organizationId }) => organizationId === large).map(({ sessionId }) => sessionId)).toEqual(
    ids(many).slice(0, 10),
  );
  expect(
    enqueued
      .slice(0, 6)
      .filter(({ organizationId }) => organizationId === small)
      .map(({ sessionId }) => sessionId),
  ).toEqual(ids(ofSmall));
  expect(await inBatches()).toEqual(enqueued.map(({ sessionId }) => sessionId).sort());
  expect(await store.dispatch.enqueueBacklog(POLICY, 1_000)).toEqual([]);
  await store.dispatch.reconcile(POLICY);
  expect((await store.lookups.poll(0n)).quotas).toContainEqual({
    organizationId: large,
    pool: 'default',
    inFlight: 10,
    quota: 10,
    backlogged: true,
  });
});

test('a round that cannot enqueue all sessions takes the same number of each organization', async () => {
  const organizationIds = [randomUUID(), randomUUID()];
  for (const organizationId of organizationIds)
    await accept(10, { organizationId, workflowId: randomUUID(), enqueue: false });
  await store.dispatch.reconcile(POLICY);
  const enqueued = await store.dispatch.enqueueBacklog(POLICY, 6);
  const counts = organizationIds.map((id) => enqueued.filter(({ organizationId }) => organizationId === id).length);
  expect(counts).toEqual([3, 3]);
});

test('a backlog that one round emptied is over for ingress; the next round takes later sessions', async () => {
  const organizationId = randomUUID();
  const ofOneWorkflow = { organizationId, workflowId: randomUUID(), enqueue: false };
  await accept(3, ofOneWorkflow);
  const backlogged = async (): Promise<boolean | undefined> =>
    (await store.lookups.poll(0n)).quotas.find((quota) => quota.organizationId === organizationId)?.backlogged;
  await store.dispatch.reconcile(POLICY);
  expect(await backlogged()).toBe(true);
  await store.dispatch.enqueueBacklog(POLICY, 1_000);
  const [late] = await accept(1, ofOneWorkflow);
  expect(await store.dispatch.reconcile(POLICY)).toMatchObject({ backlogged: true });
  expect(await backlogged()).toBe(false);
  expect((await store.dispatch.enqueueBacklog(POLICY, 1_000)).map(({ sessionId }) => sessionId)).toEqual([late?.id]);
});

test('raises the quota of an organization that is drained fast', async () => {
  const organizationId = randomUUID();
  await accept(100, { organizationId, workflowId: randomUUID(), enqueue: false });
  const executorId = randomUUID();
  await store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 4 });
  const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  await store.dispatch.reconcile(POLICY);
  const first = await store.dispatch.enqueueBacklog(POLICY, 1_000);
  expect(first).toHaveLength(10);
  await Promise.all(
    first.map(async ({ sessionId }) => {
      const claimed = await store.execution.claim({ sessionId, executorId });
      await store.execution.end({ sessionId, claimNumber: claimed?.claimNumber ?? 0 }, SUCCEEDED, []);
    }),
  );
  // Fixes the clock: ten ends in 200 ms give 17 a second on average. The share of 4 slots is added.
  clock.mockReturnValue(1_200);
  expect(await store.dispatch.reconcile(POLICY)).toMatchObject({ inFlight: 0, backlogged: true, retired: 10 });
  expect(await store.dispatch.enqueueBacklog(POLICY, 1_000)).toHaveLength(13);
});

test('a batch keeps sessions in flight and drops those that ended, wait or were released', async () => {
  const [ended, waiting, back, running] = [
    await runningSession(store),
    await runningSession(store),
    await runningSession(store),
    await runningSession(store),
  ];
  const [queued, cancelled] = await accept(2, {});
  await store.execution.end(ended.fence, SUCCEEDED, []);
  await store.execution.end(
    waiting.fence,
    { kind: 'waiting', dueAt: new Date(Date.now() + 3_600_000), childrenSeen: 0 },
    [],
  );
  await store.execution.end(back.fence, { kind: 'released' }, []);
  await store.sessions.commands.cancel(cancelled?.organizationId ?? '', cancelled?.id ?? '');
  // The cancelled session left its batch when it was cancelled. The released one only returned to the backlog.
  expect(await store.dispatch.reconcile(POLICY)).toMatchObject({ inFlight: 2, backlogged: true, retired: 2 });
  expect(await inBatches()).toEqual([running.session.id, queued?.id].sort());
  await store.execution.end(running.fence, SUCCEEDED, []);
  await store.dispatch.enqueueBacklog(POLICY, 10);
  expect(await store.dispatch.reconcile(POLICY)).toMatchObject({ inFlight: 2, backlogged: false, retired: 1 });
  expect(await inBatches()).toEqual([back.session.id, queued?.id].sort());
});

test('enqueues sessions again that have waited in the queue for long, under the same enqueue number', async () => {
  const [session] = await accept(1, {});
  expect(await store.dispatch.rescue(60_000)).toEqual([]);
  const { id: sessionId, organizationId, workflowId } = session as NewSession;
  const again = [{ sessionId, organizationId, workflowId, pool: 'default', enqueueNumber: 1, hadExecutor: false }];
  expect(await store.dispatch.rescue(0)).toEqual(again);
  expect(await store.dispatch.rescue(60_000)).toEqual([]);
});

test('makes one new job for a session whose executor died, and the claim counts a crash', async () => {
  const { session, executorId, fence } = await runningSession(store);
  expect(await store.dispatch.rescue(60_000)).toEqual([]);
  await database.sql(`UPDATE sessions SET enqueued_at = now() - interval '1 minute'`);
  await database.sql(`UPDATE executors SET heartbeat_at = now() - interval '1 minute' WHERE id = $1`, [executorId]);
  const { id: sessionId, organizationId, workflowId } = session;
  const job = { sessionId, organizationId, workflowId, pool: 'default', enqueueNumber: 2 };
  expect(await store.dispatch.rescue(60_000)).toEqual([{ ...job, hadExecutor: true }]);
  expect(await store.dispatch.rescue(60_000)).toEqual([]);
  expect((await store.execution.listExecutors()).map(({ alive }) => alive)).toEqual([false]);
  const rescuer = randomUUID();
  await store.execution.registerExecutor({ id: rescuer, host: 'test', concurrency: 1 });
  expect(await store.execution.claim({ sessionId: session.id, executorId: rescuer })).toMatchObject({
    claimNumber: 2,
    crashes: 1,
  });
  // If the executor that was considered dead returns, it learns that it lost the session.
  expect(await store.execution.heartbeat(executorId, 1, false, [fence])).toMatchObject({ lost: [session.id] });
});

test('creates a job for the session of a dead executor, and none for that of a living one', async () => {
  const [living, dead] = [await runningSession(store), await runningSession(store)];
  await database.sql(`UPDATE sessions SET enqueued_at = now() - interval '1 hour'`);
  for (const [{ executorId }, heartbeat] of [
    [living, '1 hour'],
    [dead, '-1 hour'],
  ] as const)
    await database.sql('UPDATE executors SET heartbeat_at = now() + $2::interval WHERE id = $1', [
      executorId,
      heartbeat,
    ]);
  expect((await store.dispatch.rescue(0)).map(({ sessionId }) => sessionId)).toEqual([dead.session.id]);
});

test('rescues a due session whose job was lost', async () => {
  const { session, fence } = await runningSession(store);
  await store.execution.end(fence, { kind: 'waiting', dueAt: new Date(0), childrenSeen: 0 }, []);
  expect(await store.dispatch.reconcile(POLICY)).toMatchObject({ inFlight: 0 });
  expect(await store.dispatch.enqueueBacklog(POLICY, 10)).toMatchObject([{ sessionId: session.id, enqueueNumber: 2 }]);
  expect(await store.dispatch.reconcile(POLICY)).toMatchObject({ inFlight: 1 });
  expect(await store.dispatch.rescue(0)).toMatchObject([{ sessionId: session.id, enqueueNumber: 2 }]);
});

test('the admission quota of an organization with nothing left is removed, and the others stay', async () => {
  const [withoutSessions] = await accept(1, { enqueue: false });
  const [withSession] = await accept(1, { organizationId: randomUUID(), enqueue: false });
  const limited = async () => (await store.lookups.poll(0n)).quotas.map(({ organizationId }) => organizationId);
  await store.dispatch.reconcile(POLICY);
  expect(new Set(await limited())).toEqual(new Set([withoutSessions?.organizationId, withSession?.organizationId]));
  await store.sessions.commands.cancel(withoutSessions?.organizationId ?? '', withoutSessions?.id ?? '');
  await store.dispatch.reconcile(POLICY);
  expect(await limited()).toEqual([withSession?.organizationId]);
});

test('a new dispatcher withdraws the admission quotas of its predecessor', async () => {
  const [session] = await accept(1, { enqueue: false });
  const organizationId = session?.organizationId ?? '';
  await store.dispatch.reconcile(POLICY);
  expect((await store.lookups.poll(0n)).quotas).toEqual([
    { organizationId, pool: 'default', inFlight: 0, quota: 10, backlogged: true },
  ]);
  await store.sessions.commands.cancel(organizationId, session?.id ?? '');
  const successor = database.another();
  await successor.dispatch.reconcile(POLICY);
  expect((await store.lookups.poll(0n)).quotas).toEqual([]);
  await accept(1, { organizationId, enqueue: false });
  await successor.dispatch.reconcile(POLICY);
  expect(await successor.dispatch.acquireLease('dispatcher', randomUUID(), 10_000)).toBe(true);
  expect(await store.dispatch.acquireLease('dispatcher', randomUUID(), 10_000)).toBe(false);
  await database.sql('DELETE FROM admission_quotas');
  await store.dispatch.reconcile(POLICY);
  expect((await store.lookups.poll(0n)).quotas).toHaveLength(1);
});
