import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { newStep, useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore();
const { store } = database;

const POLICY = { maxInFlight: 1_000, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 };
const ERROR = { code: 'X', message: 'x', componentId: null };

/** Enqueues sessions, and returns those of one organization, because sessions of other tests remain. */
const takenOf = async (organizationId: string) =>
  (await store.dispatch.enqueueBacklog(POLICY, 100)).filter((session) => session.organizationId === organizationId);

test('cancelling stops the session and its descendants for good', async () => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const parent = await runningSession(store, { organizationId });
  const child = { id: newSession().id, ...target, placeholderValues: {}, iteration: 0 };
  await store.execution.startChildren(parent.fence, { componentId: parent.session.componentId, run: 1 }, [child]);
  await store.dispatch.enqueueBacklog(POLICY, 10);
  const claimed = await store.execution.claim({ sessionId: child.id, executorId: parent.executorId });
  const childFence = { sessionId: child.id, claimNumber: claimed?.claimNumber ?? 0 };
  await store.execution.recordSteps(childFence, [newStep({ status: 'RUNNING', finishedAt: null })]);
  expect(await store.sessions.commands.cancel(organizationId, parent.session.id)).toMatchObject({
    kind: 'cancelled',
    session: { status: 'CANCELLED', finishedAt: expect.any(String) },
  });
  expect(await store.execution.heartbeat(parent.executorId, 2, false, [parent.fence, childFence])).toEqual({
    lost: [parent.session.id, child.id],
    drainRequested: false,
    now: expect.any(Date),
  });
  expect(await store.execution.end(childFence, { kind: 'succeeded', output: null }, [])).toBe(false);
  expect(await store.sessions.queries.find(organizationId, child.id)).toMatchObject({ status: 'CANCELLED' });
  expect(await store.sessions.queries.stepPage(organizationId, child.id)).toMatchObject({
    items: [{ status: 'CANCELLED' }],
  });
  expect(await store.sessions.commands.cancel(organizationId, parent.session.id)).toEqual({
    kind: 'terminal',
    status: 'CANCELLED',
  });
  expect((await store.dispatch.enqueueBacklog(POLICY, 100)).map(({ sessionId }) => sessionId)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(`${child.id}|${parent.session.id}`)]),
  );
});

test('cancelling raises the claim number, the fencing token, of the session and of its descendants', async () => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const parent = await runningSession(store, { organizationId });
  const child = { id: newSession().id, ...target, placeholderValues: {}, iteration: 0 };
  await store.execution.startChildren(parent.fence, { componentId: parent.session.componentId, run: 1 }, [child]);
  await store.sessions.commands.cancel(organizationId, parent.session.id);
  const claimNumbers = await database.sql(
    `SELECT id, claim_number AS "claimNumber" FROM sessions WHERE organization_id = $1 ORDER BY parent_id NULLS FIRST`,
    [organizationId],
  );
  expect(claimNumbers).toEqual([
    { id: parent.session.id, claimNumber: parent.fence.claimNumber + 1 },
    { id: child.id, claimNumber: 1 },
  ]);
  // The following run does not get the claim number of the cancelled one.
  await store.sessions.commands.retry(organizationId, parent.session.id, {
    from: 'start',
    version: 'pinned',
    enqueue: true,
  });
  expect(await store.execution.claim({ sessionId: parent.session.id, executorId: parent.executorId })).toMatchObject({
    claimNumber: parent.fence.claimNumber + 2,
  });
});

test('a cancelled child wakes the parent that waits for it', async () => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const parent = await runningSession(store, { organizationId });
  const child = { id: newSession().id, ...target, placeholderValues: {}, iteration: 0 };
  await store.execution.startChildren(parent.fence, { componentId: parent.session.componentId, run: 1 }, [child]);
  await store.execution.end(parent.fence, { kind: 'waiting', dueAt: null, childrenSeen: 0 }, []);
  await store.sessions.commands.cancel(organizationId, child.id);
  expect(await takenOf(organizationId)).toMatchObject([{ sessionId: parent.session.id }]);
});

test('retries from the failed step or the start, as a new run with a new deadline', async () => {
  const { session, fence, executorId } = await runningSession(store);
  const { organizationId, id } = session;
  const retry = (from: 'failed-step' | 'start', enqueue = false) =>
    store.sessions.commands.retry(organizationId, id, { from, version: 'pinned', enqueue });
  expect(await retry('start')).toEqual({ kind: 'not-terminal' });
  await store.execution.end(fence, { kind: 'failed', error: ERROR }, [newStep()]);
  expect(await retry('failed-step', true)).toMatchObject({
    kind: 'retried',
    enqueueNumber: 2,
    session: { status: 'QUEUED', run: 2, error: null, startsAt: null, startedAt: null, finishedAt: null },
  });
  const second = await store.execution.claim({ sessionId: id, executorId });
  expect(second).toMatchObject({ claimNumber: 2, run: 2, resumeFromRun: 1, resumed: true });
  await store.execution.end({ sessionId: id, claimNumber: 2 }, { kind: 'failed', error: ERROR }, []);
  expect(await retry('start')).toMatchObject({ kind: 'retried', session: { run: 3 } });
  expect(await store.execution.claim({ sessionId: id, executorId })).toBeNull();
  expect(await takenOf(organizationId)).toMatchObject([{ sessionId: id, enqueueNumber: 4 }]);
  expect(await store.execution.claim({ sessionId: id, executorId })).toMatchObject({
    claimNumber: 3,
    run: 3,
    resumeFromRun: 3,
  });
  await store.execution.end({ sessionId: id, claimNumber: 3 }, { kind: 'succeeded', output: null }, []);
  expect(await retry('start')).toEqual({ kind: 'succeeded' });
});

test('a session has at most so many runs, whoever retries it', async () => {
  const limited = database.another({ maxRuns: 2 });
  const { session, fence, executorId } = await runningSession(store);
  const { organizationId, id } = session;
  const retry = () =>
    limited.sessions.commands.retry(organizationId, id, { from: 'start', version: 'pinned', enqueue: true });
  await store.execution.end(fence, { kind: 'failed', error: ERROR }, []);
  expect(await retry()).toMatchObject({ kind: 'retried', session: { run: 2 } });
  const second = await store.execution.claim({ sessionId: id, executorId });
  await store.execution.end(
    { sessionId: id, claimNumber: second?.claimNumber ?? 0 },
    { kind: 'failed', error: ERROR },
    [],
  );
  expect(await retry()).toEqual({ kind: 'no-runs-left' });
  const request = { action: 'retry', filter: {}, fromStart: false, perMinute: null, dryRun: false } as const;
  const operation = await store.operations.start(organizationId, request);
  await limited.operations.work();
  expect(await store.operations.find(organizationId, operation.id)).toMatchObject({ done: 0, failed: 1 });
  expect(await store.sessions.queries.find(organizationId, id)).toMatchObject({ status: 'FAILED', run: 2 });
});

test('retries on the latest published version when asked', async () => {
  const organizationId = randomUUID();
  const { workflowId, componentId } = await publishedWorkflow(database, organizationId);
  const { session, fence } = await runningSession(store, {
    organizationId,
    workflowId,
    componentId,
    workflowVersion: 7,
  });
  await store.execution.end(fence, { kind: 'failed', error: ERROR }, []);
  await database.sql('UPDATE workflows SET published_version = NULL WHERE id = $1', [workflowId]);
  expect(
    await store.sessions.commands.retry(organizationId, session.id, {
      from: 'start',
      version: 'latest',
      enqueue: false,
    }),
  ).toEqual({ kind: 'unpublished' });
  await database.sql('UPDATE workflows SET published_version = 1 WHERE id = $1', [workflowId]);
  expect(
    await store.sessions.commands.retry(organizationId, session.id, {
      from: 'start',
      version: 'latest',
      enqueue: false,
    }),
  ).toMatchObject({ session: { workflowVersion: 1 } });
});
