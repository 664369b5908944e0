import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { newStep, useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore();
const { store } = database;

const POLICY = { maxInFlight: 1_000, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 };
const FAILED = { kind: 'failed' as const, error: { code: 'X', message: 'x', componentId: null } };
const SUCCEEDED = { kind: 'succeeded' as const, output: null };

const childrenOf = ({ id, componentId }: { id: string; componentId: string }, run = 1, resumeFromRun = 1) => ({
  sessionId: id,
  run,
  resumeFromRun,
  componentId,
});

/** Creates a running session with a running child, which has a running child itself. */
async function threeGenerations() {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const generations = [await runningSession(store, { organizationId })];
  for (const parent of [0, 1]) {
    const { fence, session, executorId } = generations[parent]!;
    const child = { id: newSession().id, ...target, placeholderValues: { n: parent }, iteration: 0 };
    await store.execution.startChildren(fence, { componentId: session.componentId, run: 1 }, [child]);
    await store.dispatch.enqueueBacklog(POLICY, 10);
    const claimed = (await store.execution.claim({ sessionId: child.id, executorId }))!;
    const childFence = { sessionId: child.id, claimNumber: claimed.claimNumber };
    await store.execution.recordSteps(childFence, [newStep({ status: 'RUNNING', finishedAt: null })]);
    generations.push({ session: newSession({ ...target, id: child.id }), executorId, claimed, fence: childFence });
  }
  const statuses = async () =>
    (
      await database.sql<{ status: string }>('SELECT status FROM sessions WHERE id = ANY ($1) ORDER BY depth', [
        generations.map(({ session }) => session.id),
      ])
    ).map(({ status }) => status);
  const [parent, child, grandchild] = generations as [Generation, Generation, Generation];
  return { organizationId, target, parent, child, grandchild, statuses };
}
type Generation = Awaited<ReturnType<typeof runningSession>>;

test('a session that fails cancels its children and theirs, with their steps', async () => {
  const { organizationId, parent, child, grandchild, statuses } = await threeGenerations();
  await store.execution.recordSteps(grandchild.fence, [newStep()]);
  expect(await store.execution.end(parent.fence, FAILED, [])).toBe(true);
  expect(await statuses()).toEqual(['FAILED', 'CANCELLED', 'CANCELLED']);
  const fences = [child.fence, grandchild.fence];
  expect(await store.execution.heartbeat(child.executorId, 2, false, fences)).toEqual({
    lost: [child.session.id, grandchild.session.id],
    drainRequested: false,
    now: expect.any(Date),
  });
  const page = await store.sessions.queries.stepPage(organizationId, grandchild.session.id);
  expect(new Set(page?.items.map(({ status }) => status))).toEqual(new Set(['CANCELLED', 'SUCCEEDED']));
});

test('a session that lost its claim or succeeds cancels none of its children', async () => {
  const { parent, child, statuses } = await threeGenerations();
  expect(await store.execution.end({ ...parent.fence, claimNumber: 9 }, FAILED, [])).toBe(false);
  expect(await store.execution.cancelChildren({ ...parent.fence, claimNumber: 9 }, parent.session.componentId)).toBe(
    false,
  );
  expect(await store.execution.end(child.fence, SUCCEEDED, [])).toBe(true);
  expect(await statuses()).toEqual(['RUNNING', 'SUCCEEDED', 'RUNNING']);
});

test('a component cancels its own children and theirs, and its session continues', async () => {
  const { parent, target, organizationId, statuses } = await threeGenerations();
  const sibling = await runningSession(store, { organizationId, componentId: parent.session.componentId });
  const itsChild = { id: newSession().id, ...target, placeholderValues: {}, iteration: 0 };
  const at = { componentId: parent.session.componentId, run: 1 };
  await store.execution.startChildren(sibling.fence, at, [itsChild]);
  await store.execution.cancelChildren(parent.fence, randomUUID());
  expect(await statuses()).toEqual(['RUNNING', 'RUNNING', 'RUNNING']);
  expect(await store.execution.cancelChildren(parent.fence, parent.session.componentId)).toBe(true);
  expect(await statuses()).toEqual(['RUNNING', 'CANCELLED', 'CANCELLED']);
  expect(await store.sessions.queries.find(organizationId, itsChild.id)).toMatchObject({ status: 'QUEUED' });
});

test('a component reads its own children, not those of another component or session', async () => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const componentId = randomUUID();
  const parents = [
    await runningSession(store, { organizationId }),
    await runningSession(store, { organizationId }),
  ] as const;
  const startChild = async (parent: (typeof parents)[number], at: string, iteration: number): Promise<string> => {
    const child = { id: newSession().id, ...target, placeholderValues: {}, iteration };
    await store.execution.startChildren(parent.fence, { componentId: at, run: 1 }, [child]);
    return child.id;
  };
  const ownChild = await startChild(parents[0], componentId, 0);
  await startChild(parents[0], randomUUID(), 1);
  await startChild(parents[1], componentId, 2);
  expect(await store.execution.readChildren(childrenOf({ ...parents[0].session, componentId }))).toMatchObject([
    { sessionId: ownChild },
  ]);
});

function keyOf({ id: sessionId, organizationId }: { id: string; organizationId: string }) {
  return { sessionId, organizationId };
}

test('of earlier runs, children that succeeded are read, unless the run began from the start', async () => {
  const { target, parent, child } = await threeGenerations();
  expect(await store.execution.readChildren(childrenOf(parent.session, 2))).toEqual([]);
  await store.execution.end(child.fence, SUCCEEDED, []);
  const { definitionId: _, ...at } = target;
  const start = { ...at, placeholderValues: { n: 0 } };
  expect(await store.execution.readChildren(childrenOf(parent.session, 2))).toMatchObject([
    { sessionId: child.session.id, status: 'SUCCEEDED', startBytes: '{"n":0}'.length },
  ]);
  expect(await store.execution.readChildStarts(keyOf(parent.session), [child.session.id])).toEqual([
    { sessionId: child.session.id, start },
  ]);
  expect(
    await store.execution.readChildStarts({ ...keyOf(parent.session), sessionId: randomUUID() }, [child.session.id]),
  ).toEqual([]);
  expect(await store.execution.readChildren(childrenOf(parent.session, 2, 2))).toEqual([]);
});

test('a parent that starts waiting while its child ends is made due', async () => {
  const { workflowId, componentId } = await publishedWorkflow(database, randomUUID());
  const [{ organization_id: organizationId } = { organization_id: '' }] = await database.sql<{
    organization_id: string;
  }>('SELECT organization_id FROM workflows WHERE id = $1', [workflowId]);
  const otherStore = database.another();
  for (let round = 0; round < 20; round += 1) {
    const parent = await runningSession(store, { organizationId });
    const child = { id: newSession().id, workflowId, componentId, placeholderValues: {}, iteration: 0 };
    expect(
      await store.execution.startChildren(parent.fence, { componentId: parent.session.componentId, run: 1 }, [child]),
    ).toEqual({ kind: 'started' });
    await store.dispatch.reconcile(POLICY);
    expect((await store.dispatch.enqueueBacklog(POLICY, 100)).map(({ sessionId }) => sessionId)).toContain(child.id);
    const claimed = await store.execution.claim({ sessionId: child.id, executorId: parent.executorId });
    expect(claimed).toMatchObject({ depth: 1, organizationId });
    const childFence = { sessionId: child.id, claimNumber: claimed?.claimNumber ?? 0 };
    // Odd rounds end both in one batch. Even rounds end them in two processes.
    const childStore = round % 2 === 1 ? store : otherStore;
    expect(
      await Promise.all([
        childStore.execution.end(childFence, SUCCEEDED, []),
        store.execution.end(parent.fence, { kind: 'waiting', dueAt: null, childrenSeen: 0 }, []),
      ]),
    ).toEqual([true, true]);
    expect((await store.dispatch.enqueueBacklog(POLICY, 100)).map(({ sessionId }) => sessionId)).toEqual([
      parent.session.id,
    ]);
    const woken = await store.execution.claim({ sessionId: parent.session.id, executorId: parent.executorId });
    expect(woken).toMatchObject({ childrenFinished: 1 });
    expect(await store.execution.readChildren(childrenOf(parent.session))).toEqual([
      { sessionId: child.id, iteration: 0, status: 'SUCCEEDED', outputBytes: 0, error: null, startBytes: null },
    ]);
    await store.execution.end({ sessionId: parent.session.id, claimNumber: 2 }, SUCCEEDED, []);
  }
});

test('the end of a child wakes its own parent alone', async () => {
  const [{ parent, child, grandchild }, otherTree] = [await threeGenerations(), await threeGenerations()];
  for (const { fence } of [parent, otherTree.parent])
    await store.execution.end(fence, { kind: 'waiting', dueAt: null, childrenSeen: 0 }, []);
  await store.execution.end(grandchild.fence, SUCCEEDED, []);
  await store.execution.end(child.fence, SUCCEEDED, []);
  const dueOf = ({ session }: Generation) =>
    database.sql('SELECT due_at IS NOT NULL AS due, children_finished AS finished FROM sessions WHERE id = $1', [
      session.id,
    ]);
  expect(await dueOf(parent)).toEqual([{ due: true, finished: 1 }]);
  expect(await dueOf(otherTree.parent)).toEqual([{ due: false, finished: 0 }]);
});

test('children are created once, and only for targets that exist, are published and not too deep', async () => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const { session, fence } = await runningSession(store, { organizationId });
  const at = { componentId: session.componentId, run: 1 };
  const child = (overrides = {}) => ({
    id: newSession().id,
    ...target,
    placeholderValues: {},
    iteration: 0,
    ...overrides,
  });
  expect(await store.execution.startChildren(fence, at, [child(), child({ iteration: 1 })])).toEqual({
    kind: 'started',
  });
  expect(await store.execution.startChildren(fence, at, [child(), child({ iteration: 1 })])).toEqual({
    kind: 'started',
  });
  expect(await store.execution.readChildren(childrenOf(session))).toHaveLength(2);
  const foreign = await publishedWorkflow(database, randomUUID());
  expect(await store.execution.startChildren(fence, at, [child(foreign)])).toMatchObject({
    kind: 'refused',
    code: 'ENTITY_NOT_FOUND',
  });
  expect(await store.execution.startChildren(fence, at, [child({ componentId: randomUUID() })])).toMatchObject({
    kind: 'refused',
    code: 'ENTITY_NOT_FOUND',
  });
  await database.sql('UPDATE workflows SET published_version = NULL WHERE id = $1', [target.workflowId]);
  expect(await store.execution.startChildren(fence, at, [child()])).toMatchObject({
    kind: 'refused',
    code: 'WORKFLOW_NOT_PUBLISHED',
  });
  const deleted = await publishedWorkflow(database, organizationId);
  await database.sql('UPDATE workflows SET deleted_at = now() WHERE id = $1', [deleted.workflowId]);
  expect(await store.execution.startChildren(fence, at, [child(deleted)])).toMatchObject({
    kind: 'refused',
    code: 'ENTITY_NOT_FOUND',
  });
  await database.sql('UPDATE sessions SET depth = 10 WHERE id = $1', [session.id]);
  expect(await store.execution.startChildren(fence, at, [child()])).toMatchObject({
    kind: 'refused',
    code: 'TOO_DEEP',
  });
  expect(await store.execution.startChildren({ ...fence, claimNumber: 9 }, at, [child()])).toEqual({
    kind: 'fence-lost',
  });
});

test('a child runs the version that is published when it starts', async () => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const definitions = [target.definitionId, randomUUID(), randomUUID()];
  await database.sql(
    `INSERT INTO definitions (id, organization_id, workflow_id, content)
      SELECT i, organization_id, workflow_id, content || jsonb_build_object('n', i)
      FROM definitions, unnest($2::uuid[]) i WHERE id = $1`,
    [target.definitionId, definitions.slice(1)],
  );
  await database.sql(
    `INSERT INTO workflow_versions (workflow_id, number, definition_id, name)
      SELECT $1, number, id, 'Test' FROM unnest($2::uuid[]) WITH ORDINALITY v(id, number) WHERE number > 1`,
    [target.workflowId, definitions],
  );
  await database.sql('UPDATE workflows SET published_version = 2 WHERE id = $1', [target.workflowId]);
  const { session, fence } = await runningSession(store, { organizationId });
  const child = { id: newSession().id, ...target, placeholderValues: {}, iteration: 0 };
  await store.execution.startChildren(fence, { componentId: session.componentId, run: 1 }, [child]);
  expect(
    await database.sql('SELECT workflow_version AS version, definition_id AS id FROM sessions WHERE id = $1', [
      child.id,
    ]),
  ).toEqual([{ version: 2, id: definitions[1] }]);
});

test('a test session starts the drafts of other workflows', async () => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  await database.sql('UPDATE workflows SET published_version = NULL WHERE id = $1', [target.workflowId]);
  const { session, fence } = await runningSession(store, { organizationId, mode: 'TEST', workflowVersion: null });
  const child = { id: newSession().id, ...target, placeholderValues: {}, iteration: 0 };
  expect(await store.execution.startChildren(fence, { componentId: session.componentId, run: 1 }, [child])).toEqual({
    kind: 'started',
  });
  const view = await store.sessions.queries.find(organizationId, child.id);
  expect(view).toMatchObject({ mode: 'TEST', trigger: 'WORKFLOW', workflowVersion: null, status: 'QUEUED' });
  const draft = await store.lookups.snapshotDraft(organizationId, target.workflowId);
  expect(await database.sql('SELECT definition_id AS id FROM sessions WHERE id = $1', [child.id])).toEqual([
    { id: draft?.definitionId },
  ]);
});
