import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newSession, waitFor } from '@workflow/test-harness';
import { useTestStore, publishedWorkflow } from '../../test/open-test-store.ts';
import { poison } from '../../test/poison.ts';
import type { NewSession } from '../acceptance/new-session.ts';
import type { SessionStore } from '../open-session-store.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import type { OnBackoff } from '../fair-turns/fair-rounds.ts';
import { isHeld } from '../queued/queued-states.ts';

const POLICY = { maxInFlight: 100, minInFlightPerOrganization: 10, maxJobValueBytes: 1_024 };
const ACTOR = { type: 'system' as const, id: null, name: 'test' };
const SUCCEEDED = { kind: 'succeeded' as const, output: null };

let store: SessionStore;
let backoffs: Parameters<OnBackoff>[0][];
let cures: (() => Promise<void>)[];
let hostile: string;
let neighbour: string;
const database = useTestStore({ onBackoff: (aside) => void backoffs.push(aside) });
// Each test uses another dispatcher, and finds no data of earlier tests.
beforeEach(async () => {
  backoffs = [];
  cures = [];
  await database.sql(
    `TRUNCATE sessions, steps, enqueued_batches, admission_quotas, executors, leases, flow_entries, flow_wakes,
      session_counts, set_asides`,
  );
  store = database.another();
  hostile = randomUUID();
  neighbour = randomUUID();
});
afterEach(async () => {
  for (const cure of cures) await cure();
});

/** Accepts a session of each of the two organizations, and of three others. */
async function acceptAll(fields: Partial<NewSession>) {
  const sessions = new Map<string, NewSession>();
  for (const organizationId of [hostile, neighbour, randomUUID(), randomUUID(), randomUUID()]) {
    const session = newSession({ ...fields, organizationId, ...(await publishedWorkflow(database, organizationId)) });
    await store.intake.accept(session);
    sessions.set(organizationId, session);
  }
  return sessions;
}

async function poisonHostile(table: string, on: 'INSERT' | 'UPDATE'): Promise<() => Promise<void>> {
  const cure = await poison(database, { table, on, organizationId: hostile });
  cures.push(() => cure().catch(() => undefined));
  return cure;
}

const otherIds = (sessions: Map<string, NewSession>): string[] =>
  [...sessions].flatMap(([id, session]) => (id === hostile ? [] : [session.id])).sort();

const expectBackoff = (loop: string): void =>
  expect(backoffs).toMatchObject([{ work: loop, organizationId: hostile, failures: 1 }]);

async function pauseAll(sessions: Map<string, NewSession>): Promise<void> {
  for (const [id, { workflowId }] of sessions) await store.management.organization(id).pauseWorkflow(ACTOR, workflowId);
}

async function resumeAll(sessions: Map<string, NewSession>): Promise<void> {
  for (const [id, { workflowId }] of sessions)
    await store.management.organization(id).resumeWorkflow(ACTOR, workflowId);
}

const heldIds = async (): Promise<string[]> =>
  (await database.sql<{ id: string }>(`SELECT id FROM sessions WHERE ${isHeld()} ORDER BY id`)).map(({ id }) => id);

test('enqueue: sessions of all others are enqueued, in this round and the next', async () => {
  const sessions = await acceptAll({ enqueue: false });
  await poisonHostile('sessions', 'UPDATE');
  await store.dispatch.reconcile(POLICY);
  const enqueued = await store.dispatch.enqueueBacklog(POLICY, 100);
  expect(enqueued.map(({ sessionId }) => sessionId).sort()).toEqual(otherIds(sessions));
  expectBackoff('enqueue');
  const late = newSession({ ...sessions.get(neighbour)!, id: timeOrderedId() });
  await store.intake.accept(late);
  await store.dispatch.reconcile(POLICY);
  expect((await store.dispatch.enqueueBacklog(POLICY, 100)).map(({ sessionId }) => sessionId)).toEqual([late.id]);
  expect(backoffs).toHaveLength(1);
});

test('in flight: no more than the limit of their pool, whatever the organizations may have', async () => {
  const policy = { ...POLICY, maxInFlight: 3 };
  await acceptAll({ enqueue: false });
  await store.dispatch.reconcile(policy);
  expect(await store.dispatch.enqueueBacklog(policy, 100)).toHaveLength(3);
  await store.dispatch.reconcile(policy);
  expect(await store.dispatch.enqueueBacklog(policy, 100)).toEqual([]);
});

test('reconcile: ends of all others are counted once, and the one that fails stays in its batch', async () => {
  const sessions = await acceptAll({ enqueue: false });
  await store.dispatch.reconcile(POLICY);
  expect(await store.dispatch.enqueueBacklog(POLICY, 100)).toHaveLength(5);
  for (const { id } of sessions.values()) {
    const claimed = await store.execution.claim({ sessionId: id, executorId: randomUUID() });
    await store.execution.end({ sessionId: id, claimNumber: claimed!.claimNumber }, SUCCEEDED, []);
  }
  const cure = await poisonHostile('session_counts', 'INSERT');
  expect(await store.dispatch.reconcile(POLICY)).toMatchObject({ retired: 4 });
  expectBackoff('reconcile');
  const batches = await database.sql('SELECT session_ids AS ids FROM enqueued_batches');
  expect(batches).toEqual([{ ids: [sessions.get(hostile)!.id] }]);
  await cure();
  await waitFor(async () => (await store.dispatch.reconcile(POLICY)).retired === 1, { what: 'the end of the pause' });
  const counts = await database.sql('SELECT sum(succeeded)::int AS ends FROM session_counts GROUP BY organization_id');
  expect(counts).toEqual(Array.from({ length: 5 }, () => ({ ends: 1 })));
});

test('hold: sessions of all other paused workflows are held', async () => {
  const sessions = await acceptAll({ enqueue: true });
  await pauseAll(sessions);
  await poisonHostile('flow_entries', 'INSERT');
  expect(await store.dispatch.holdPaused()).toBe(4);
  expect(await heldIds()).toEqual(otherIds(sessions));
  expectBackoff('hold');
});

test('admit: held sessions of all others join the backlog', async () => {
  const sessions = await acceptAll({ enqueue: true });
  await pauseAll(sessions);
  expect(await store.dispatch.holdPaused()).toBe(5);
  await resumeAll(sessions);
  await poisonHostile('flow_entries', 'UPDATE');
  expect(await store.dispatch.admitHeld()).toMatchObject({ admitted: 4 });
  expect(await heldIds()).toEqual([sessions.get(hostile)!.id]);
  expectBackoff('admit');
});

test('rescue: sessions of all others are enqueued again after their executor died', async () => {
  const sessions = await acceptAll({ enqueue: true });
  for (const { id } of sessions.values()) await store.execution.claim({ sessionId: id, executorId: randomUUID() });
  await database.sql(`UPDATE sessions SET enqueued_at = now() - interval '1 minute'`);
  await poisonHostile('sessions', 'UPDATE');
  const rescued = await store.dispatch.rescue(1_000);
  expect(rescued.map(({ sessionId }) => sessionId).sort()).toEqual(otherIds(sessions));
  expectBackoff('rescue');
});

test('depths: what waits of all others is recorded', async () => {
  await acceptAll({ enqueue: true });
  await poisonHostile('session_counts', 'INSERT');
  await store.dispatch.recordDepths();
  expect(await database.sql('SELECT waiting FROM session_counts')).toEqual(
    Array.from({ length: 4 }, () => ({ waiting: 1 })),
  );
  expectBackoff('depths');
});
