import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { newSession } from '@workflow/test-harness';
import { newStep, useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';
import type { SessionView } from '@workflow/workflow-model';
import type { SessionFilter } from './session-filter.ts';

const database = useTestStore();
const { store } = database;

const POLICY = { maxInFlight: 1_000, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 };
const ERROR = { code: 'X', message: 'x', componentId: null };
const MAX_PAGES = 100;

async function listAll(organizationId: string, filter: SessionFilter, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await store.sessions.queries.list(organizationId, filter, {
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    ids.push(...page.items.map(({ id }) => id));
    if (page.nextCursor === null) return ids;
    cursor = page.nextCursor;
  }
  throw new Error(`there are more than ${MAX_PAGES} pages`);
}

test('lists the sessions of each filter, newest first, page by page', async () => {
  const organizationId = randomUUID();
  const workflowId = randomUUID();
  const expectedSessions: Pick<SessionView, 'id' | 'status' | 'mode' | 'workflowId' | 'componentId' | 'trigger'>[] = [];
  const ends = {
    SUCCEEDED: { kind: 'succeeded', output: null },
    FAILED: { kind: 'failed', error: ERROR },
    WAITING: { kind: 'waiting', dueAt: null, childrenSeen: 0 },
  } as const;
  for (let index = 0; index < 42; index += 1) {
    const status =
      (['SUCCEEDED', 'FAILED', 'WAITING', 'CANCELLED', 'RUNNING', 'QUEUED', 'QUEUED'] as const)[index % 7] ?? 'QUEUED';
    const overrides = {
      organizationId,
      mode: index % 3 === 0 ? ('TEST' as const) : ('PROD' as const),
      trigger: index % 5 === 0 ? ('WEBHOOK' as const) : ('API' as const),
      workflowId: index % 2 === 0 ? workflowId : randomUUID(),
    };
    const session = newSession({ ...overrides, enqueue: index % 7 !== 6 });
    const { id, mode, componentId, trigger } = session;
    expectedSessions.push({ id, status, mode, workflowId: session.workflowId, componentId, trigger });
    await store.intake.accept(session);
    if (status === 'QUEUED') continue;
    if (status === 'CANCELLED') {
      await store.sessions.commands.cancel(organizationId, session.id);
      continue;
    }
    const claimed = await store.execution.claim({ sessionId: session.id, executorId: randomUUID() });
    if (status !== 'RUNNING')
      await store.execution.end({ sessionId: session.id, claimNumber: claimed?.claimNumber ?? 0 }, ends[status], []);
  }
  await store.intake.accept(newSession({ workflowId }));
  const middle = new Date(Number.parseInt((expectedSessions[20]?.id ?? '').replaceAll('-', '').slice(0, 12), 16));
  const filters: SessionFilter[] = [
    {},
    { workflowId },
    { mode: 'TEST' },
    { mode: 'PROD' },
    { trigger: 'WEBHOOK' },
    { workflowId, mode: 'TEST' },
    { workflowId: randomUUID() },
    ...(['QUEUED', 'RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const).flatMap((status) => [
      { status },
      { status, workflowId },
      { status, mode: 'TEST' as const },
      { status, trigger: 'API' as const, mode: 'PROD' as const },
    ]),
    { status: ['FAILED', 'WAITING'] },
    { status: ['SUCCEEDED', 'QUEUED', 'CANCELLED', 'FAILED'], mode: 'PROD' },
    { status: ['QUEUED', 'RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] },
    { status: ['FAILED', 'RUNNING'], from: middle },
    { componentId: expectedSessions[7]?.componentId ?? '' },
    { componentId: randomUUID(), status: ['FAILED', 'QUEUED'] },
    { from: middle },
    { to: middle },
    { status: 'FAILED', from: middle },
    { status: 'QUEUED', to: middle },
  ];
  for (const filter of filters) {
    const expected = expectedSessions.filter(
      (session) =>
        (filter.workflowId ?? session.workflowId) === session.workflowId &&
        [filter.status ?? session.status].flat().includes(session.status) &&
        (filter.componentId ?? session.componentId) === session.componentId &&
        (filter.mode ?? session.mode) === session.mode &&
        (filter.trigger ?? session.trigger) === session.trigger &&
        (filter.from === undefined || timeOf(session.id) >= filter.from) &&
        (filter.to === undefined || timeOf(session.id) < filter.to),
    );
    const listed = await listAll(organizationId, filter, 4);
    expect({ filter, found: listed }).toEqual({
      filter,
      found: expected
        .map(({ id }) => id)
        .sort()
        .reverse(),
    });
  }
});

function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

test('finds a text in the id, the error and the name of the workflow, and nothing of other organizations', async () => {
  const organizationId = randomUUID();
  const { workflowId } = await publishedWorkflow(database, organizationId);
  await database.sql("UPDATE workflows SET name = 'Billing 100%' WHERE id = $1", [workflowId]);
  const errorId = randomUUID();
  const failed = await runningSession(store, { organizationId });
  await store.execution.end(
    failed.fence,
    { kind: 'failed', error: { code: 'HTTP_STATUS', message: 'Answered 502 Bad Gateway', componentId: null, errorId } },
    [],
  );
  const billing = newSession({ organizationId, workflowId, enqueue: false });
  const plain = newSession({ organizationId, enqueue: false });
  for (const session of [billing, plain]) await store.intake.accept(session);
  const table: [text: string, expected: string[]][] = [
    ['http_st', [failed.session.id]],
    ['bad gateway', [failed.session.id]],
    [errorId, [failed.session.id]],
    ['billing', [billing.id]],
    ['100%', [billing.id]],
    ['10_%', []],
    [plain.id, [plain.id]],
    [plain.id.toUpperCase(), [plain.id]],
    [plain.id.slice(-10), [plain.id]],
    [randomUUID(), []],
    ['nothing like it', []],
  ];
  for (const [text, expected] of table)
    expect({ text, found: await listAll(organizationId, { text }, 4) }).toEqual({ text, found: expected });
  expect(await listAll(organizationId, { text: billing.id, status: 'FAILED' }, 4)).toEqual([]);
  expect(await listAll(organizationId, { text: 'billing', status: 'QUEUED', workflowId }, 4)).toEqual([billing.id]);
  for (const text of ['billing', plain.id, 'gateway']) expect(await listAll(randomUUID(), { text }, 4)).toEqual([]);
});

test('a page that examined enough sessions without a match continues where it stopped', async () => {
  const organizationId = randomUUID();
  const workflowId = randomUUID();
  const [rare] = [newSession({ organizationId, workflowId, trigger: 'WEBHOOK', enqueue: false })];
  await store.intake.accept(rare);
  await Promise.all(
    Array.from({ length: 1_500 }, () =>
      store.intake.accept(newSession({ organizationId, workflowId, enqueue: false })),
    ),
  );
  for (const filter of [
    { trigger: 'WEBHOOK' },
    { text: rare.id.slice(-12) },
    { trigger: 'WEBHOOK', workflowId },
    { trigger: 'WEBHOOK', status: 'QUEUED' },
  ] as const) {
    const first = await store.sessions.queries.list(organizationId, filter, { limit: 10 });
    expect(first.items).toEqual([]);
    expect(first.nextCursor).not.toBeNull();
    expect(await listAll(organizationId, filter, 10)).toEqual([rare.id]);
  }
  await database.sql('DELETE FROM sessions WHERE organization_id = $1', [organizationId]);
});

test('nothing of another organization or token is found', async () => {
  const token = randomUUID();
  const { session } = await runningSession(store, { startedBy: token });
  expect(await store.sessions.queries.find(randomUUID(), session.id)).toBeNull();
  expect(await store.sessions.queries.stepPage(randomUUID(), session.id)).toBeNull();
  expect(await store.sessions.queries.definition(randomUUID(), session.id)).toBeNull();
  expect(await store.sessions.queries.stepPage(session.organizationId, session.id)).toMatchObject({ items: [] });
  expect(await store.sessions.commands.cancel(randomUUID(), session.id)).toEqual({ kind: 'not-found' });
  expect(
    await store.sessions.commands.retry(randomUUID(), session.id, { from: 'start', version: 'pinned', enqueue: false }),
  ).toEqual({ kind: 'not-found' });
  expect(
    (await store.sessions.queries.list(randomUUID(), { workflowId: session.workflowId }, { limit: 10 })).items,
  ).toEqual([]);
  expect(await store.sessions.queries.findStartedBy(token, session.id)).toMatchObject({ id: session.id });
  expect(await store.sessions.queries.findStartedBy(randomUUID(), session.id)).toBeNull();
});

test('children are listed by their parent, and name it', async () => {
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const parent = await runningSession(store, { organizationId });
  const children = [0, 1, 2].map((iteration) => ({ id: newSession().id, ...target, placeholderValues: {}, iteration }));
  await store.execution.startChildren(parent.fence, { componentId: parent.session.componentId, run: 1 }, children);
  const { id: parentId } = parent.session;
  const newestFirst = children.map(({ id }) => id).toReversed();
  expect(await listAll(organizationId, { parentId }, 2)).toEqual(newestFirst);
  expect(await listAll(organizationId, { parentId, status: ['QUEUED', 'FAILED'] }, 2)).toEqual(newestFirst);
  expect(await listAll(organizationId, { parentId, status: 'RUNNING' }, 2)).toEqual([]);
  expect(await listAll(organizationId, { parentId: children[0]?.id ?? '' }, 2)).toEqual([]);
  expect(await listAll(randomUUID(), { parentId }, 2)).toEqual([]);
  expect(await store.sessions.queries.find(organizationId, newestFirst[0] ?? '')).toMatchObject({ parentId });
  expect(await store.sessions.queries.find(organizationId, parentId)).toMatchObject({ parentId: null });
});

test('the mark of a session changes with everything written to it', async () => {
  const session = newSession();
  await store.intake.accept(session);
  const marks: string[] = [];
  const readAll = async (): Promise<void> =>
    void marks.push((await store.sessions.queries.marks([session.id, uuidv7()])).map(({ mark }) => mark).join());
  await readAll();
  await readAll();
  const executorId = randomUUID();
  await store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 1 });
  await store.execution.claim({ sessionId: session.id, executorId });
  await readAll();
  const step = newStep({ status: 'RUNNING' });
  await store.execution.recordSteps({ sessionId: session.id, claimNumber: 1 }, [step]);
  await readAll();
  await store.execution.recordSteps({ sessionId: session.id, claimNumber: 1 }, [{ ...step, status: 'SUCCEEDED' }]);
  await readAll();
  await store.execution.end({ sessionId: session.id, claimNumber: 1 }, { kind: 'succeeded', output: null }, []);
  await readAll();
  expect(marks[0]).toBe(marks[1]);
  expect(new Set(marks).size).toBe(5);
});

test("counts the organization's own sessions that wait, run and ended lately", async () => {
  const [organizationId, neighbour] = [randomUUID(), randomUUID()];
  await sessionsInAllStates(neighbour);
  const oldest = await sessionsInAllStates(organizationId);
  await store.dispatch.reconcile(POLICY);
  const overview = await store.sessions.queries.overview(organizationId, 60, 'PROD');
  expect(overview).toMatchObject({ waiting: 3, held: 1, running: 1, sleeping: 1 });
  expect(overview.oldestWaitingAt).toBe(timeOf(oldest).toISOString());
  expect(overview.perMinute).toEqual([
    { minute: expect.stringMatching(/:00Z$/), succeeded: 0, failed: 1, cancelled: 0 },
  ]);
});

/**
 * Creates one session each in the backlog, at a limit, in the queue, running, waiting for a time and failed.
 * @returns the id of the first one
 */
async function sessionsInAllStates(organizationId: string): Promise<string> {
  const inBacklog = newSession({ organizationId, enqueue: false });
  await store.intake.accept(inBacklog);
  const flow = { concurrencyKey: '', orderKey: '' };
  await store.intake.accept(newSession({ organizationId, enqueue: false, flow }));
  await store.intake.accept(newSession({ organizationId }));
  await runningSession(store, { organizationId });
  const [asleep, failed] = [
    await runningSession(store, { organizationId }),
    await runningSession(store, { organizationId }),
  ];
  await store.execution.end(asleep.fence, { kind: 'waiting', dueAt: null, childrenSeen: 0 }, []);
  await store.execution.end(failed.fence, { kind: 'failed', error: ERROR }, []);
  return inBacklog.id;
}
