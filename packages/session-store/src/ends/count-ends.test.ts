import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession, waitFor } from '@workflow/test-harness';
import { locksWaitedFor, useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore();
const { store } = database;

const POLICY = { maxInFlight: 1_000, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 };
const waiting = { kind: 'waiting', dueAt: null, childrenSeen: 0 } as const;
const retry = { from: 'start', version: 'pinned', enqueue: true } as const;
const ERROR = { code: 'X', message: 'x', componentId: null };

async function sums(organizationId: string, mode: 'PROD' | 'TEST' = 'PROD'): Promise<number[]> {
  await store.dispatch.reconcile(POLICY);
  const { perMinute, sleeping } = await store.sessions.queries.overview(organizationId, 60, mode);
  const sum = (key: 'succeeded' | 'failed' | 'cancelled') => perMinute.reduce((all, each) => all + each[key], 0);
  return [sum('succeeded'), sum('failed'), sum('cancelled'), sleeping];
}

test('counts each session once, by its last end: cancelled while waiting, retried, children; TEST apart', async () => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const parent = await runningSession(store, { organizationId });
  const children = [0, 1].map((iteration) => ({ id: newSession().id, ...target, placeholderValues: {}, iteration }));
  await store.execution.startChildren(parent.fence, { componentId: parent.session.componentId, run: 1 }, children);
  await store.execution.end(parent.fence, { kind: 'waiting', dueAt: null, childrenSeen: 0 }, []);
  expect(await sums(organizationId)).toEqual([0, 0, 0, 1]);
  await store.sessions.commands.cancel(organizationId, parent.session.id);
  expect(await sums(organizationId)).toEqual([0, 0, 3, 0]);

  const failed = await runningSession(store, { organizationId });
  const runAgain = async (claimNumber: number) => {
    await store.sessions.commands.retry(organizationId, failed.session.id, retry);
    await store.execution.claim({ sessionId: failed.session.id, executorId: failed.executorId });
    return { sessionId: failed.session.id, claimNumber };
  };
  await store.execution.end(failed.fence, { kind: 'failed', error: ERROR }, []);
  // The session is retried before the first end was counted, and again after the second was.
  await store.execution.end(await runAgain(2), { kind: 'failed', error: ERROR }, []);
  expect(await sums(organizationId)).toEqual([0, 1, 3, 0]);
  await store.execution.end(await runAgain(3), { kind: 'succeeded', output: null }, []);
  expect(await sums(organizationId)).toEqual([1, 0, 3, 0]);

  const inBacklog = newSession({ organizationId, enqueue: false });
  await store.intake.accept(inBacklog);
  await store.sessions.commands.cancel(organizationId, inBacklog.id);
  const test = await runningSession(store, { organizationId, mode: 'TEST' });
  await store.execution.end(test.fence, { kind: 'failed', error: ERROR }, []);
  expect([await sums(organizationId, 'PROD'), await sums(organizationId, 'TEST')]).toEqual([
    [1, 0, 4, 0],
    [0, 1, 0, 0],
  ]);
});

/**
 * Blocks every count of an end of the organization.
 * @returns a function that ends the block
 */
async function holdCounts(organizationId: string): Promise<() => Promise<void>> {
  const blocker = await database.connect();
  await blocker.query('BEGIN');
  await blocker.query(
    `INSERT INTO session_counts (organization_id, minute)
      SELECT $1, date_trunc('minute', now()) + n * interval '1 minute' FROM generate_series(0, 1) n`,
    [organizationId],
  );
  return async () => {
    await blocker.query('ROLLBACK');
  };
}

/** Creates a FAILED and a running session of an organization. Neither has left its batch. */
async function failedAndRunning() {
  const organizationId = randomUUID();
  const [failed, running] = [
    await runningSession(store, { organizationId }),
    await runningSession(store, { organizationId }),
  ];
  await store.execution.end(failed.fence, { kind: 'failed', error: ERROR }, []);
  return { organizationId, failed, running };
}

test("a retry takes back its organization's count alone", async () => {
  const [ownSessions, otherSessions] = [await failedAndRunning(), await failedAndRunning()];
  expect(await Promise.all([ownSessions, otherSessions].map(({ organizationId }) => sums(organizationId)))).toEqual([
    [0, 1, 0, 0],
    [0, 1, 0, 0],
  ]);
  await store.sessions.commands.retry(otherSessions.organizationId, otherSessions.failed.session.id, retry);
  expect([await sums(ownSessions.organizationId), await sums(otherSessions.organizationId)]).toEqual([
    [0, 1, 0, 0],
    [0, 0, 0, 0],
  ]);
});

test('a cancel or a retry during the count of ends is counted once', async () => {
  const { organizationId, failed, running } = await failedAndRunning();
  await store.execution.end(running.fence, waiting, []);
  const release = await holdCounts(organizationId);
  const reconciled = store.dispatch.reconcile(POLICY);
  await waitFor(async () => (await locksWaitedFor(database)) === 1);
  const changed = [
    store.sessions.commands.cancel(organizationId, running.session.id),
    store.sessions.commands.retry(organizationId, failed.session.id, retry),
  ];
  await waitFor(async () => (await locksWaitedFor(database)) === 3);
  await release();
  await Promise.all([reconciled, ...changed]);
  expect(await sums(organizationId)).toEqual([0, 0, 1, 0]);
  await store.execution.claim({ sessionId: failed.session.id, executorId: failed.executorId });
  await store.execution.end({ sessionId: failed.session.id, claimNumber: 2 }, { kind: 'succeeded', output: null }, []);
  expect(await sums(organizationId)).toEqual([1, 0, 1, 0]);
});

test('the count of ends waits for no cancel or retry under way, and counts what they change once', async () => {
  const { organizationId, failed, running } = await failedAndRunning();
  const release = await holdCounts(organizationId);
  const cancelled = store.sessions.commands.cancel(organizationId, running.session.id);
  await waitFor(async () => (await locksWaitedFor(database)) === 1);
  const blocker = await database.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM enqueued_batches WHERE $1 = ANY (session_ids) FOR UPDATE', [failed.session.id]);
  // A second batch contains the session, as after a short wait. It is postponed with the locked one.
  await database.sql('INSERT INTO enqueued_batches (id, session_ids) VALUES ($1, $2)', [
    newSession().id,
    [failed.session.id],
  ]);
  await store.dispatch.reconcile(POLICY);
  await Promise.all([release(), blocker.query('ROLLBACK')]);
  await cancelled;
  expect(await sums(organizationId)).toEqual([0, 1, 1, 0]);
});

test('an end counts also when its session was deleted before it was counted', async () => {
  const { organizationId, failed } = await failedAndRunning();
  await store.sessions.commands.delete(organizationId, { type: 'system', id: null, name: 'test' }, failed.session.id);
  expect(await sums(organizationId)).toEqual([0, 1, 0, 0]);
});
