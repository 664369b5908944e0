import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore } from '../../test/open-test-store.ts';
import type { NewSession } from '../acceptance/new-session.ts';
import type { SessionStore } from '../open-session-store.ts';
import { isInBacklog } from '../queued/queued-states.ts';

// The executors must not count as dead while a round takes long.
const database = useTestStore({ executorDeadAfterMs: 60_000 });
let store: SessionStore;
beforeEach(async () => {
  await database.sql('TRUNCATE sessions, enqueued_batches, admission_quotas, executors');
  store = database.another();
});

const POLICY = { maxInFlight: 100, minInFlightPerOrganization: 20, maxJobValueBytes: 1_024 };

async function accept(count: number, overrides: Partial<NewSession>): Promise<string[]> {
  const sessions = Array.from({ length: count }, () => newSession(overrides));
  for (const session of sessions) await store.intake.accept(session);
  return sessions.map(({ id }) => id);
}

/**
 * Runs rounds of a dispatcher for executors with one slot. Each session ends immediately.
 * @returns the started sessions in order
 */
async function runAll(count: number): Promise<string[]> {
  const executorId = randomUUID();
  const started: string[] = [];
  while (started.length < count) {
    await store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 1 });
    await store.dispatch.reconcile(POLICY);
    const enqueued = await store.dispatch.enqueueBacklog(POLICY, 1);
    if (enqueued.length === 0) throw new Error(`only ${started.length} started`);
    for (const { sessionId } of enqueued) {
      const claimed = await store.execution.claim({ sessionId, executorId });
      await store.execution.end(
        { sessionId, claimNumber: claimed?.claimNumber ?? 0 },
        { kind: 'succeeded', output: null },
        [],
      );
      started.push(sessionId);
    }
  }
  return started;
}

test('high starts before normal before low, in order of acceptance, with one start in ten for the lower', async () => {
  const of = { organizationId: randomUUID(), workflowId: randomUUID(), enqueue: false };
  const low = await accept(8, { ...of, priority: 'low' });
  const normal = await accept(8, of);
  const high = await accept(12, { ...of, priority: 'high' });
  const started = await runAll(28);
  expect(started.slice(0, 9)).toEqual(high.slice(0, 9));
  expect(started[9]).toBe(normal[0]);
  expect(started.slice(10, 13)).toEqual(high.slice(9));
  expect(started.filter((id) => normal.includes(id))).toEqual(normal);
  expect(started.filter((id) => low.includes(id))).toEqual(low);
});

test('workflows of one organization take turns, however many sessions one of them has', async () => {
  const organizationId = randomUUID();
  const many = await accept(40, { organizationId, workflowId: randomUUID(), enqueue: false });
  const ofFew = await accept(3, { organizationId, workflowId: randomUUID(), enqueue: false });
  const alone = await accept(1, { organizationId, workflowId: randomUUID(), enqueue: false });
  const started = await runAll(44);
  for (const id of [...ofFew, ...alone]) expect(started.indexOf(id)).toBeLessThan(9);
  expect(started.filter((id) => many.includes(id))).toEqual(many);
});

test('sessions in the queue are recalled for sessions of their organization that precede them', async () => {
  const neighbours = await accept(1, { organizationId: randomUUID() });
  const of = { organizationId: randomUUID(), workflowId: randomUUID() };
  const inQueue = await accept(15, { ...of, priority: 'low' });
  const high = await accept(2, { ...of, priority: 'high' });
  await store.execution.registerExecutor({ id: randomUUID(), host: 'test', concurrency: 1 });
  await store.dispatch.reconcile(POLICY);
  const enqueued = await store.dispatch.enqueueBacklog(POLICY, 1_000);
  expect(enqueued.map(({ sessionId, priority }) => ({ sessionId, priority }))).toEqual([
    { sessionId: high[0], priority: 'high' },
  ]);
  const executorId = randomUUID();
  expect(await store.execution.claim({ sessionId: String(inQueue[0]), executorId })).toBeNull();
  for (const sessionId of [...high.slice(0, 1), ...neighbours])
    expect(await store.execution.claim({ sessionId, executorId })).not.toBeNull();
});

test('a session that runs is not recalled', async () => {
  const of = { organizationId: randomUUID(), workflowId: randomUUID() };
  const [running, ...inQueue] = await accept(16, { ...of, priority: 'low' });
  await accept(1, { ...of, priority: 'high' });
  const executorId = randomUUID();
  await store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 1 });
  await store.execution.claim({ sessionId: String(running), executorId });
  await store.dispatch.reconcile(POLICY);
  await store.dispatch.enqueueBacklog(POLICY, 1_000);
  const recalled = await database.sql<{ id: string }>(
    `SELECT id FROM sessions WHERE id = ANY ($1) AND ${isInBacklog()} ORDER BY id`,
    [[running, ...inQueue]],
  );
  expect(recalled.map(({ id }) => id)).toEqual(inQueue);
});

test('enqueued sessions stay in the queue while executors take nothing', async () => {
  const organizationId = randomUUID();
  for (let workflow = 0; workflow < 30; workflow += 1)
    await accept(2, { organizationId, workflowId: randomUUID(), enqueue: workflow % 2 === 0 });
  await store.execution.registerExecutor({ id: randomUUID(), host: 'test', concurrency: 5 });
  const enqueued = new Map<string, number>();
  const round = async (): Promise<void> => {
    await store.dispatch.reconcile(POLICY);
    const started = await store.dispatch.enqueueBacklog(POLICY, 1_000);
    for (const { sessionId, enqueueNumber } of started) enqueued.set(sessionId, enqueueNumber);
  };
  await round();
  const atFirst = new Map(enqueued);
  for (let rounds = 0; rounds < 20; rounds += 1) await round();
  expect(atFirst.size).toBeGreaterThan(0);
  expect(enqueued).toEqual(atFirst);
  const executorId = randomUUID();
  for (const [sessionId, enqueueNumber] of atFirst)
    expect(await store.execution.claim({ sessionId, executorId, enqueueNumber })).not.toBeNull();
});

test('the queue of an organization with one kind of session is left alone', async () => {
  const of = { organizationId: randomUUID(), workflowId: randomUUID() };
  const [first] = await accept(15, of);
  await store.dispatch.reconcile(POLICY);
  expect(await store.dispatch.enqueueBacklog(POLICY, 1_000)).toEqual([]);
  expect(await store.execution.claim({ sessionId: String(first), executorId: randomUUID() })).not.toBeNull();
});
