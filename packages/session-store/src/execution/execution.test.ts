import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { waitFor, newSession } from '@workflow/test-harness';
import {
  locksWaitedFor,
  newStep,
  useTestStore,
  publishedWorkflow,
  runningSession,
} from '../../test/open-test-store.ts';
import type { Fence } from './claim-sessions.ts';

const database = useTestStore();
const { store } = database;

const POLICY = { maxInFlight: 1_000, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 };
const FAILED = { kind: 'failed' as const, error: { code: 'X', message: 'x', componentId: null } };
const SUCCEEDED = { kind: 'succeeded' as const, output: null };
const child = { placeholderValues: {}, iteration: 0 };

test('a session goes from accepted to succeeded with its steps', async () => {
  const { session, claimed, fence } = await runningSession(store);
  expect(claimed).toMatchObject({
    id: session.id,
    claimNumber: 1,
    run: 1,
    crashes: 0,
    resumed: false,
    placeholderValues: { name: 'Ann' },
  });
  expect(claimed.ranMs).toBeGreaterThanOrEqual(0);
  const begun = newStep({ status: 'RUNNING', port: null, output: null, finishedAt: null });
  expect(await store.execution.recordSteps(fence, [begun])).toBe(true);
  const done = {
    ...begun,
    status: 'SUCCEEDED' as const,
    port: 'next',
    output: { status: 200, text: 'a"b\\c\n{},NULL' },
    finishedAt: new Date(),
  };
  const last = newStep({ startedAt: new Date(begun.startedAt.getTime() + 1), input: null, output: 'x' });
  expect(await store.execution.end(fence, { kind: 'succeeded', output: { total: 3 } }, [done, last])).toBe(true);
  expect(await store.execution.readSteps(session.organizationId, session.id, 1)).toEqual([
    { ...done, input: null },
    last,
  ]);
  expect(await store.sessions.queries.find(session.organizationId, session.id)).toMatchObject({
    status: 'SUCCEEDED',
    output: { total: 3 },
    error: null,
    startedAt: expect.any(String),
    finishedAt: expect.any(String),
  });
  expect(await store.sessions.queries.ended([session.id, randomUUID()])).toEqual([
    { id: session.id, organizationId: session.organizationId, status: 'SUCCEEDED', output: { total: 3 }, error: null },
  ]);
});

test('of several claimers one gets the session', async () => {
  const session = newSession();
  await store.intake.accept(session);
  const otherStore = database.another();
  const executors = [randomUUID(), randomUUID()];
  for (const id of executors) await store.execution.registerExecutor({ id, host: 'test', concurrency: 1 });
  const claims = await Promise.all([
    store.execution.claim({ sessionId: session.id, executorId: executors[0] as string }),
    otherStore.execution.claim({ sessionId: session.id, executorId: executors[1] as string }),
  ]);
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
});

test('an executor that got no answer to its claim can claim again, without a crash counted', async () => {
  const { session, executorId, fence } = await runningSession(store);
  expect(await store.execution.findOrphanedClaims(executorId, [session.id])).toEqual([]);
  expect(await store.execution.findOrphanedClaims(executorId, [])).toEqual([fence]);
  expect(await store.execution.findOrphanedClaims(randomUUID(), [])).toEqual([]);
  expect(await store.execution.claim({ sessionId: session.id, executorId })).toMatchObject({
    claimNumber: 2,
    crashes: 0,
    resumed: true,
  });
  // The first claim is no longer valid, even if its answer still arrives.
  expect(await store.execution.end(fence, { kind: 'released' }, [])).toBe(false);
  expect(await store.execution.end({ ...fence, claimNumber: 2 }, SUCCEEDED, [])).toBe(true);
  expect(await store.execution.findOrphanedClaims(executorId, [])).toEqual([]);
});

/** Creates a session whose executor died, claimed by another one. */
async function rescuedSession() {
  const { session, fence, executorId } = await runningSession(store);
  await database.sql(`UPDATE executors SET heartbeat_at = now() - interval '1 minute' WHERE id = $1`, [executorId]);
  const rescuer = randomUUID();
  await store.execution.registerExecutor({ id: rescuer, host: 'test', concurrency: 1 });
  const claimed = await store.execution.claim({ sessionId: session.id, executorId: rescuer });
  expect(claimed).toMatchObject({ claimNumber: 2, crashes: 1, resumed: true });
  return { session, fence, executorId, rescuer, reclaimed: { sessionId: session.id, claimNumber: 2 } };
}

test('an executor that lost its claim writes nothing', async () => {
  const { session, fence, executorId, rescuer, reclaimed } = await rescuedSession();
  expect(await store.execution.recordSteps(fence, [newStep()])).toBe(false);
  expect(await store.execution.end(fence, FAILED, [newStep()])).toBe(false);
  expect(await store.execution.heartbeat(executorId, 1, false, [fence])).toMatchObject({ lost: [session.id] });
  expect(await store.execution.readSteps(session.organizationId, session.id, 1)).toEqual([]);
  expect(await store.execution.heartbeat(rescuer, 1, false, [reclaimed])).toMatchObject({ lost: [] });
  expect(await store.execution.end(reclaimed, SUCCEEDED, [])).toBe(true);
  expect(await store.execution.end(reclaimed, FAILED, [])).toBe(false);
});

test('an executor whose session ended writes nothing more, although no other one claimed it', async () => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const { session, fence } = await runningSession(store, { organizationId });
  await store.execution.end(fence, SUCCEEDED, []);
  const at = { componentId: session.componentId, run: 1 };
  const late = { id: newSession().id, ...target, ...child };
  expect(await store.execution.recordSteps(fence, [newStep()])).toBe(false);
  expect(await store.execution.startChildren(fence, at, [late])).toEqual({ kind: 'fence-lost' });
  expect(await store.execution.cancelChildren(fence, session.componentId)).toBe(false);
  expect(await store.execution.countCrashes(fence, 1)).toBe(false);
  expect(await store.execution.end(fence, FAILED, [newStep()])).toBe(false);
  expect(await store.sessions.queries.find(organizationId, session.id)).toMatchObject({ status: 'SUCCEEDED' });
  expect(await store.sessions.queries.find(organizationId, late.id)).toBeNull();
  expect(await store.execution.readSteps(session.organizationId, session.id, 1)).toEqual([]);
});

test.each<[string, (fence: Fence, target: Target) => Promise<unknown>, unknown]>([
  ['a step', (fence) => store.execution.recordSteps(fence, [newStep()]), false],
  ['the cancelling of children', (fence) => store.execution.cancelChildren(fence, randomUUID()), false],
  [
    'the start of children',
    (fence, target) =>
      store.execution.startChildren(fence, { componentId: randomUUID(), run: 1 }, [
        { id: newSession().id, ...target, ...child },
      ]),
    { kind: 'fence-lost' },
  ],
])('%s waits for a cancel under way, and is not written then', async (_what, write, refused) => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const { session, fence } = await runningSession(store, { organizationId });
  const cancelling = await database.connect();
  await cancelling.query('BEGIN');
  await cancelling.query(
    `UPDATE sessions SET status = 'CANCELLED', claim_number = claim_number + 1, finished_at = now() WHERE id = $1`,
    [session.id],
  );
  const written = write(fence, target);
  await Promise.race([written, waitFor(async () => (await locksWaitedFor(database)) === 1)]);
  await cancelling.query('COMMIT');
  expect(await written).toEqual(refused);
  expect(await store.execution.readSteps(session.organizationId, session.id, 1)).toEqual([]);
});
type Target = Awaited<ReturnType<typeof publishedWorkflow>>;

test('a step that ended resets the count of crashes, one that begins does not', async () => {
  const { session, reclaimed } = await rescuedSession();
  // An interrupted step that begins again may be the cause of the crashes.
  expect(
    await store.execution.recordSteps(reclaimed, [
      newStep({ status: 'CANCELLED' }),
      newStep({ attempt: 2, status: 'RUNNING' }),
    ]),
  ).toBe(true);
  expect(await database.sql('SELECT crashes FROM sessions WHERE id = $1', [session.id])).toEqual([{ crashes: 1 }]);
  expect(await store.execution.recordSteps(reclaimed, [newStep()])).toBe(true);
  expect(await database.sql('SELECT crashes FROM sessions WHERE id = $1', [session.id])).toEqual([{ crashes: 0 }]);
});

test('a session that waits to run alone is not charged with the crash of its executor', async () => {
  const { session, executorId, fence } = await runningSession(store);
  await database.sql('UPDATE sessions SET crashes = 2 WHERE id = $1', [session.id]);
  expect(await store.execution.countCrashes({ ...fence, claimNumber: 9 }, 1)).toBe(false);
  expect(await store.execution.countCrashes(fence, 1)).toBe(true);
  await database.sql(`UPDATE executors SET heartbeat_at = now() - interval '1 minute' WHERE id = $1`, [executorId]);
  expect(await store.execution.claim({ sessionId: session.id, executorId: randomUUID() })).toMatchObject({
    crashes: 2,
  });
});

test('a value that PostgreSQL cannot store fails its own end, and no other of the batch', async () => {
  const [bad, good] = [await runningSession(store), await runningSession(store)];
  const [first, second] = await Promise.allSettled([
    store.execution.end(bad.fence, { kind: 'succeeded', output: 'a\0b' }, []),
    store.execution.end(good.fence, SUCCEEDED, [newStep()]),
  ]);
  expect(first).toMatchObject({ status: 'rejected', reason: { name: 'UnstorableValueError' } });
  expect(second).toEqual({ status: 'fulfilled', value: true });
});

test('a released session returns to the backlog and is claimed again without a crash counted', async () => {
  const { session, fence, executorId } = await runningSession(store);
  expect(await store.execution.end(fence, { kind: 'released' }, [])).toBe(true);
  expect(await store.execution.claim({ sessionId: session.id, executorId })).toBeNull();
  const enqueued = await store.dispatch.enqueueBacklog(POLICY, 100);
  expect(enqueued).toContainEqual(expect.objectContaining({ sessionId: session.id, enqueueNumber: 2 }));
  // The job of its first enqueueing may still exist.
  expect(await store.execution.claim({ sessionId: session.id, executorId, enqueueNumber: 1 })).toBeNull();
  expect(await store.execution.claim({ sessionId: session.id, executorId, enqueueNumber: 2 })).toMatchObject({
    claimNumber: 2,
    crashes: 0,
    resumed: true,
  });
});

test('a waiting session can be claimed again when it is due, not before', async () => {
  const began = performance.now();
  const { session, fence, executorId } = await runningSession(store);
  const dueAt = new Date(Date.now() + 1_000);
  await store.execution.end(fence, { kind: 'waiting', dueAt, childrenSeen: 0 }, [
    newStep({ status: 'WAITING', finishedAt: null }),
  ]);
  expect(await store.execution.claim({ sessionId: session.id, executorId })).toBeNull();
  await waitFor(async () =>
    (await store.dispatch.enqueueBacklog(POLICY, 100)).some(({ sessionId }) => sessionId === session.id),
  );
  const claimed = await store.execution.claim({ sessionId: session.id, executorId });
  expect(claimed).toMatchObject({ claimNumber: 2, crashes: 0 });
  const [row] = await database.sql<{ waited: number }>('SELECT waited_ms::int AS waited FROM sessions WHERE id = $1', [
    session.id,
  ]);
  expect(claimed?.claimedAt?.getTime()).toBeGreaterThanOrEqual(dueAt.getTime());
  expect(row?.waited).toBeGreaterThan(0);
  expect(claimed?.ranMs).toBeLessThan(performance.now() - began - (row?.waited ?? 0) + 10);
});
