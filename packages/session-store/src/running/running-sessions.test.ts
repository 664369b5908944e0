import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { SessionStore } from '../contract.ts';
import { newSession, newStep, openTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';
import type { TestStore } from '../../test/open-test-store.ts';

let database: TestStore;
let store: SessionStore;

beforeAll(async () => {
  database = await openTestStore();
  store = database.store;
});
afterAll(() => database.close());

const POLICY = { maxWindow: 1_000, minOrganizationWindow: 100 };
const FAILED = { kind: 'failed' as const, error: { code: 'X', message: 'x', componentId: null } };
const SUCCEEDED = { kind: 'succeeded' as const, output: null };

test('a session goes from accepted to succeeded with its steps', async () => {
  const { session, claimed, fence } = await runningSession(store);
  expect(claimed).toMatchObject({ id: session.id, attempt: 1, run: 1, crashes: 0, resumed: false, placeholderValues: { name: 'Ann' } });
  expect(claimed.ranMs).toBeGreaterThanOrEqual(0);
  const begun = newStep({ status: 'RUNNING', port: null, output: null, finishedAt: null });
  expect(await store.sessions.recordSteps(fence, [begun])).toBe(true);
  const done = { ...begun, status: 'SUCCEEDED' as const, port: 'next', output: { status: 200, text: 'a"b\\c\n{},NULL' }, finishedAt: new Date() };
  const last = newStep({ startedAt: new Date(begun.startedAt.getTime() + 1), input: null, output: 'x' });
  expect(await store.sessions.end(fence, { kind: 'succeeded', output: { total: 3 } }, [done, last])).toBe(true);
  expect(await store.sessions.readSteps(session.id, 1)).toEqual([done, last]);
  expect(await store.views.find(session.organizationId, session.id)).toMatchObject({
    status: 'SUCCEEDED', output: { total: 3 }, error: null, startedAt: expect.any(String), finishedAt: expect.any(String),
  });
  expect(await store.sessions.readEnded([session.id, randomUUID()])).toEqual([
    { id: session.id, organizationId: session.organizationId, status: 'SUCCEEDED', output: { total: 3 }, error: null },
  ]);
});

test('of several claimers one gets the session', async () => {
  const session = newSession();
  await store.sessions.accept(session);
  const other = database.another();
  const executors = [randomUUID(), randomUUID()];
  for (const id of executors) await store.executors.register({ id, host: 'test', concurrency: 1 });
  const claims = await Promise.all([
    store.sessions.claim({ sessionId: session.id, executorId: executors[0] as string }),
    other.sessions.claim({ sessionId: session.id, executorId: executors[1] as string }),
  ]);
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
});

test('an executor that never heard of its claim gets the session again, without a crash', async () => {
  const { session, executorId, fence } = await runningSession(store);
  expect(await store.executors.findUnheld(executorId, [session.id])).toEqual([]);
  expect(await store.executors.findUnheld(executorId, [])).toEqual([fence]);
  expect(await store.executors.findUnheld(randomUUID(), [])).toEqual([]);
  expect(await store.sessions.claim({ sessionId: session.id, executorId })).toMatchObject({ attempt: 2, crashes: 0, resumed: true });
  // The answer that came too late holds nothing any more.
  expect(await store.sessions.end(fence, { kind: 'handed-back' }, [])).toBe(false);
  expect(await store.sessions.end({ ...fence, attempt: 2 }, SUCCEEDED, [])).toBe(true);
  expect(await store.executors.findUnheld(executorId, [])).toEqual([]);
});

test('an executor that lost its claim writes nothing', async () => {
  const { session, fence, executorId } = await runningSession(store);
  await database.sql(`UPDATE executors SET heartbeat_at = now() - interval '1 minute' WHERE id = $1`, [executorId]);
  const rescuer = randomUUID();
  await store.executors.register({ id: rescuer, host: 'test', concurrency: 1 });
  const claimed = await store.sessions.claim({ sessionId: session.id, executorId: rescuer });
  expect(claimed).toMatchObject({ attempt: 2, crashes: 1, resumed: true });
  expect(await store.sessions.recordSteps(fence, [newStep()])).toBe(false);
  expect(await store.sessions.end(fence, FAILED, [newStep()])).toBe(false);
  expect(await store.executors.heartbeat(executorId, 1, false, [fence])).toEqual({ lost: [session.id] });
  expect(await store.sessions.readSteps(session.id, 1)).toEqual([]);
  const held = { sessionId: session.id, attempt: 2 };
  expect(await store.executors.heartbeat(rescuer, 1, false, [held])).toEqual({ lost: [] });
  // A step that was interrupted and begins again may be what loses the executors.
  expect(await store.sessions.recordSteps(held, [newStep({ status: 'CANCELLED' }), newStep({ attempt: 2, status: 'RUNNING' })])).toBe(true);
  expect(await database.sql('SELECT crashes FROM sessions WHERE id = $1', [session.id])).toEqual([{ crashes: 1 }]);
  expect(await store.sessions.recordSteps(held, [newStep()])).toBe(true);
  expect(await database.sql('SELECT crashes FROM sessions WHERE id = $1', [session.id])).toEqual([{ crashes: 0 }]);
  expect(await store.sessions.end(held, SUCCEEDED, [])).toBe(true);
  expect(await store.sessions.end(held, FAILED, [])).toBe(false);
});

test('what its executor dies of while a session waits for its turn is not held against it', async () => {
  const { session, executorId, fence } = await runningSession(store);
  await database.sql('UPDATE sessions SET crashes = 2 WHERE id = $1', [session.id]);
  expect(await store.sessions.countCrashes({ ...fence, attempt: 9 }, 1)).toBe(false);
  expect(await store.sessions.countCrashes(fence, 1)).toBe(true);
  await database.sql(`UPDATE executors SET heartbeat_at = now() - interval '1 minute' WHERE id = $1`, [executorId]);
  expect(await store.sessions.claim({ sessionId: session.id, executorId: randomUUID() })).toMatchObject({ crashes: 2 });
});

test('a value that PostgreSQL cannot hold fails its own end, and not those beside it', async () => {
  const [bad, good] = [await runningSession(store), await runningSession(store)];
  const [first, second] = await Promise.allSettled([
    store.sessions.end(bad.fence, { kind: 'succeeded', output: 'a\0b' }, []), store.sessions.end(good.fence, SUCCEEDED, [newStep()])]);
  expect(first).toMatchObject({ status: 'rejected', reason: { name: 'UnstorableValueError' } });
  expect(second).toEqual({ status: 'fulfilled', value: true });
});

test('handed back, a session waits in the backlog and comes again without a crash', async () => {
  const { session, fence, executorId } = await runningSession(store);
  expect(await store.sessions.end(fence, { kind: 'handed-back' }, [])).toBe(true);
  expect(await store.sessions.claim({ sessionId: session.id, executorId })).toBeNull();
  const fed = await store.dispatcher.feed(POLICY, 100);
  expect(fed).toContainEqual({ sessionId: session.id, organizationId: session.organizationId, dispatch: 2 });
  expect(await store.sessions.claim({ sessionId: session.id, executorId })).toMatchObject({ attempt: 2, crashes: 0, resumed: true });
});

test('a waiting session goes on when it is due, not before', async () => {
  const { session, fence, executorId } = await runningSession(store);
  await store.sessions.end(fence, { kind: 'waiting', dueAt: null, dueInMs: 100, childrenSeen: 0 }, [newStep({ status: 'WAITING', finishedAt: null })]);
  expect(await store.sessions.claim({ sessionId: session.id, executorId })).toBeNull();
  await waitFor(async () => (await store.dispatcher.feed(POLICY, 100)).some(({ sessionId }) => sessionId === session.id));
  const claimed = await store.sessions.claim({ sessionId: session.id, executorId });
  expect(claimed).toMatchObject({ attempt: 2, crashes: 0 });
  const [row] = await database.sql<{ waited: number }>('SELECT waited_ms::int AS waited FROM sessions WHERE id = $1', [session.id]);
  expect(row?.waited).toBeGreaterThanOrEqual(100);
  expect(claimed?.ranMs).toBeLessThan(100 + (row?.waited ?? 0));
});

test('a parent that goes to sleep while its child ends is woken', async () => {
  const { workflowId, componentId } = await publishedWorkflow(database, randomUUID());
  const [{ organization_id: organizationId } = { organization_id: '' }] = await database.sql<{ organization_id: string }>('SELECT organization_id FROM workflows WHERE id = $1', [workflowId]);
  const other = database.another();
  for (let round = 0; round < 20; round += 1) {
    const parent = await runningSession(store, { organizationId });
    const child = { id: newSession().id, workflowId, componentId, placeholderValues: {}, iteration: 0 };
    expect(await store.sessions.startChildren(parent.fence, { componentId: parent.session.componentId, run: 1 }, [child])).toEqual({ kind: 'started' });
    await store.dispatcher.settle(POLICY);
    expect((await store.dispatcher.feed(POLICY, 100)).map(({ sessionId }) => sessionId)).toContain(child.id);
    const claimed = await store.sessions.claim({ sessionId: child.id, executorId: parent.executorId });
    expect(claimed).toMatchObject({ depth: 1, organizationId });
    const childFence = { sessionId: child.id, attempt: claimed?.attempt ?? 0 };
    // Odd rounds end both in one batch, even ones in two processes.
    const childStore = round % 2 === 1 ? store : other;
    expect(await Promise.all([
      childStore.sessions.end(childFence, SUCCEEDED, []),
      store.sessions.end(parent.fence, { kind: 'waiting', dueAt: null, childrenSeen: 0 }, []),
    ])).toEqual([true, true]);
    expect((await store.dispatcher.feed(POLICY, 100)).map(({ sessionId }) => sessionId)).toEqual([parent.session.id]);
    const woken = await store.sessions.claim({ sessionId: parent.session.id, executorId: parent.executorId });
    expect(woken).toMatchObject({ childrenFinished: 1 });
    expect(await store.sessions.readChildren(parent.session.id, 1, parent.session.componentId)).toEqual([
      { sessionId: child.id, iteration: 0, status: 'SUCCEEDED', output: null, error: null },
    ]);
    await store.sessions.end({ sessionId: parent.session.id, attempt: 2 }, SUCCEEDED, []);
  }
});

test('children are made once, and only where they may be', async () => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const { session, fence } = await runningSession(store, { organizationId });
  const at = { componentId: session.componentId, run: 1 };
  const child = (overrides = {}) => ({ id: newSession().id, ...target, placeholderValues: {}, iteration: 0, ...overrides });
  expect(await store.sessions.startChildren(fence, at, [child(), child({ iteration: 1 })])).toEqual({ kind: 'started' });
  expect(await store.sessions.startChildren(fence, at, [child(), child({ iteration: 1 })])).toEqual({ kind: 'started' });
  expect(await store.sessions.readChildren(session.id, 1, session.componentId)).toHaveLength(2);
  const foreign = await publishedWorkflow(database, randomUUID());
  expect(await store.sessions.startChildren(fence, at, [child(foreign)])).toMatchObject({ kind: 'refused', code: 'ENTITY_NOT_FOUND' });
  expect(await store.sessions.startChildren(fence, at, [child({ componentId: randomUUID() })])).toMatchObject({ kind: 'refused', code: 'ENTITY_NOT_FOUND' });
  await database.sql('UPDATE workflows SET published_version = NULL WHERE id = $1', [target.workflowId]);
  expect(await store.sessions.startChildren(fence, at, [child()])).toMatchObject({ kind: 'refused', code: 'WORKFLOW_NOT_PUBLISHED' });
  await database.sql('UPDATE sessions SET depth = 10 WHERE id = $1', [session.id]);
  expect(await store.sessions.startChildren(fence, at, [child()])).toMatchObject({ kind: 'refused', code: 'TOO_DEEP' });
  expect(await store.sessions.startChildren({ ...fence, attempt: 9 }, at, [child()])).toEqual({ kind: 'fence-lost' });
});

test('a test session starts the drafts of other workflows', async () => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  await database.sql('UPDATE workflows SET published_version = NULL WHERE id = $1', [target.workflowId]);
  const { session, fence } = await runningSession(store, { organizationId, mode: 'TEST', workflowVersion: null });
  const child = { id: newSession().id, ...target, placeholderValues: {}, iteration: 0 };
  expect(await store.sessions.startChildren(fence, { componentId: session.componentId, run: 1 }, [child])).toEqual({ kind: 'started' });
  const view = await store.views.find(organizationId, child.id);
  expect(view).toMatchObject({ mode: 'TEST', trigger: 'WORKFLOW', workflowVersion: null, status: 'QUEUED' });
  const draft = await store.credentials.snapshotDraft(organizationId, target.workflowId);
  expect(await database.sql('SELECT definition_id AS id FROM sessions WHERE id = $1', [child.id])).toEqual([{ id: draft?.definitionId }]);
});
