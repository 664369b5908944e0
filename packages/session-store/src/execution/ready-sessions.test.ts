import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore({
  onReady: (sessionId) => void reported.push(sessionId),
  onAnswered: (sessionId) => void answered.push(sessionId),
  onChildEnded: (parentId) => void parents.push(parentId),
});
let reported: string[];
let answered: string[];
let parents: string[];

beforeAll(async () => {});
beforeEach(() => {
  [reported, answered, parents] = [[], [], []];
});

const POLICY = { maxInFlight: 1_000, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 };
const SUCCEEDED = { kind: 'succeeded', output: null } as const;
const FAILED = { kind: 'failed', error: { code: 'X', message: 'x', componentId: null } } as const;
const waiting = (childrenSeen: number) => ({ kind: 'waiting', dueAt: null, childrenSeen }) as const;

/** Creates a running session with a running child. */
async function parentAndChild() {
  const { execution, dispatch } = database.store;
  const organizationId = randomUUID();
  const target = await publishedWorkflow(database, organizationId);
  const parent = await runningSession(database.store, { organizationId });
  const { id } = newSession();
  const child = { id, ...target, placeholderValues: {}, iteration: 0 };
  await execution.startChildren(parent.fence, { componentId: parent.session.componentId, run: 1 }, [child]);
  const started = reported.splice(0);
  await dispatch.enqueueBacklog(POLICY, 10);
  const claimed = await execution.claim({ sessionId: id, executorId: parent.executorId });
  return { parent, started, child: { sessionId: id, claimNumber: claimed!.claimNumber } };
}

test.each([
  ['succeeds', SUCCEEDED],
  ['fails', FAILED],
])('reports a start of children, and a child that %s while its parent waits', async (_how, end) => {
  const { execution } = database.store;
  const { parent, started, child } = await parentAndChild();
  expect(started).toEqual([parent.session.id]);
  await execution.end(parent.fence, waiting(0), []);
  expect(reported).toEqual([]);
  await execution.end(child, end, []);
  expect(reported).toEqual([child.sessionId]);
});

test('reports a parent that begins to wait for a child which has ended, and no child of a running parent', async () => {
  const { execution } = database.store;
  const { parent, child } = await parentAndChild();
  await execution.end(child, SUCCEEDED, []);
  expect(reported).toEqual([]);
  await execution.end(parent.fence, waiting(0), []);
  expect(reported).toEqual([parent.session.id]);
});

test.each([
  ['succeeds', SUCCEEDED],
  ['fails', FAILED],
])('reports the parent of a child that %s, and of no other session', async (_how, end) => {
  const { execution } = database.store;
  const { parent, child } = await parentAndChild();
  await execution.end(child, waiting(0), []);
  expect(parents).toEqual([]);
  const otherPair = await parentAndChild();
  await execution.end(otherPair.child, end, []);
  await execution.end(parent.fence, end, []);
  expect(parents).toEqual([otherPair.parent.session.id]);
});

test('reports no session that waits for a later time or for other children', async () => {
  const { execution } = database.store;
  const { parent, child } = await parentAndChild();
  await execution.end(child, SUCCEEDED, []);
  await execution.end(parent.fence, waiting(1), []);
  const late = await runningSession(database.store, { organizationId: randomUUID() });
  const dueAt = new Date(Date.now() + 60_000);
  await execution.end(late.fence, { kind: 'waiting', dueAt, childrenSeen: 0 }, []);
  expect(reported).toEqual([]);
});

test.each([
  ['succeeds', SUCCEEDED],
  ['fails', FAILED],
])('reports a message of a chat that %s when it ends, and no other session', async (_how, end) => {
  const { execution } = database.store;
  const message = await runningSession(database.store, { organizationId: randomUUID(), trigger: 'CHAT' });
  await execution.end(message.fence, { kind: 'released' }, []);
  const otherSession = await runningSession(database.store, { organizationId: randomUUID() });
  await execution.end(otherSession.fence, end, []);
  expect(answered).toEqual([]);
  const next = await runningSession(database.store, { organizationId: randomUUID(), trigger: 'CHAT' });
  await execution.end(next.fence, end, []);
  expect(answered).toEqual([next.session.id]);
});
