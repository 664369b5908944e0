import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';
import { BLOCKED_CRASHES, DEFAULT_BLOCK_RULES } from './blocked-session.ts';
import recordBlockedTurn, { type TurnToRecord } from './record-blocked-turn.ts';
import { isInBacklog } from '../queued/queued-states.ts';

const POLICY = { maxInFlight: 1_000, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 };

const database = useTestStore();
beforeEach(() => database.sql('DELETE FROM blocked_turns').then(() => undefined));

const record = (executorId: string | null, turn: Partial<TurnToRecord>): Promise<void> =>
  recordBlockedTurn(
    { errorId: randomUUID(), service: 'executor', owner: null, cpuMs: 5_000, active: [], ...turn },
    { databaseUrl: database.options.databaseUrl, executorId, retentionDays: 7 },
  );

async function stateOf(id: string) {
  const [row] = await database.sql<{ status: string; crashes: number; claim: number; backlogged: boolean }>(
    `SELECT status, crashes, claim_number AS claim, ${isInBacklog()} AS backlogged FROM sessions WHERE id = $1`,
    [id],
  );
  return row;
}

const turnOf = (organizationId: string, sessionId: string): TurnToRecord['owner'] => ({
  kind: 'session',
  name: sessionId,
  organizationId,
});

/** Creates three sessions of one executor: two claimed ones, and one that is enqueued and runs before its claim. */
async function threeClaimed() {
  const organizationId = randomUUID();
  await publishedWorkflow(database, organizationId);
  const blamed = await runningSession(database.store, { organizationId });
  const { executorId } = blamed;
  const unblamed = newSession({ organizationId });
  const first = newSession({ organizationId });
  await database.store.intake.accept(unblamed);
  await database.store.intake.accept(first);
  await database.store.execution.claim({ sessionId: unblamed.id, executorId });
  const active = [blamed.session.id, unblamed.id, first.id];
  return { organizationId, executorId, blamed: blamed.session.id, other: unblamed.id, first: first.id, active };
}

describe('a session that is blamed', () => {
  test('is left to be ended, and the others go back to the backlog without a crash', async () => {
    const { organizationId, executorId, blamed, other, first, active } = await threeClaimed();
    const errorId = randomUUID();
    await record(executorId, { errorId, owner: turnOf(organizationId, blamed), active });
    expect(await stateOf(blamed)).toEqual({ status: 'RUNNING', crashes: BLOCKED_CRASHES, claim: 2, backlogged: false });
    expect(await stateOf(other)).toEqual({ status: 'QUEUED', crashes: 0, claim: 2, backlogged: true });
    expect(await stateOf(first)).toEqual({ status: 'QUEUED', crashes: 0, claim: 0, backlogged: true });
    expect(await database.store.execution.blocked.find()).toEqual([
      { sessionId: blamed, claimNumber: 2, errorId, cpuMs: 5_000 },
    ]);
    const [entry] = await database.sql('SELECT action, target_id, detail FROM audit_log WHERE organization_id = $1', [
      organizationId,
    ]);
    expect(entry).toMatchObject({ action: 'event-loop.block', target_id: blamed, detail: { cpuMs: 5_000, errorId } });
  });

  test('that ran before its claim is claimed, so that no other executor runs it', async () => {
    const { organizationId, executorId, first, active } = await threeClaimed();
    await record(executorId, { owner: turnOf(organizationId, first), active });
    expect(await stateOf(first)).toEqual({ status: 'RUNNING', crashes: BLOCKED_CRASHES, claim: 1, backlogged: false });
    const claim = { sessionId: first, executorId, enqueueNumber: 1, ranMs: 1, response: null };
    const end = { kind: 'succeeded' as const, output: null };
    expect(await database.store.execution.claimAndEnd(claim, end, [])).toBeNull();
  });

  test('has no record after it ended', async () => {
    const { organizationId, executorId, blamed, active } = await threeClaimed();
    await record(executorId, { owner: turnOf(organizationId, blamed), active });
    await database.store.execution.blocked.finish();
    const [blockedSession] = await database.store.execution.blocked.find();
    const error = { code: 'BLOCKED_EXECUTOR', message: '', componentId: null };
    const { sessionId, claimNumber } = blockedSession!;
    expect(await database.store.execution.end({ sessionId, claimNumber }, { kind: 'failed', error }, [])).toBe(true);
    await database.store.execution.blocked.finish();
    expect(await database.store.execution.lookForWork()).toMatchObject({ blockedSessions: false });
  });

  test('is not ended by the executor that still holds it', async () => {
    const { organizationId, executorId, blamed, other, active } = await threeClaimed();
    await record(executorId, { owner: turnOf(organizationId, blamed), active });
    const end = { kind: 'succeeded' as const, output: null };
    for (const sessionId of [blamed, other])
      expect(await database.store.execution.end({ sessionId, claimNumber: 1 }, end, [])).toBe(false);
  });
});

test('a task that is blamed charges no session', async () => {
  const { organizationId, executorId, active } = await threeClaimed();
  await record(executorId, { owner: { kind: 'task', name: 'poll', organizationId }, active });
  const states = await Promise.all(active.map(stateOf));
  expect(states.map((state) => state && [state.status, state.crashes, state.backlogged])).toEqual(
    active.map(() => ['QUEUED', 0, true]),
  );
});

test('a record deletes those that are older than the retention', async () => {
  await record(null, {});
  await record(null, {});
  await database.sql(`UPDATE blocked_turns SET at = at - CASE id WHEN (SELECT min(id::text)::uuid FROM blocked_turns)
    THEN interval '8 days' ELSE interval '6 days' END`);
  await record(null, {});
  const recorded = await database.sql(`SELECT extract(day FROM now() - at)::int AS days FROM blocked_turns ORDER BY 1`);
  expect(recorded).toEqual([{ days: 0 }, { days: 6 }]);
});

test('where nobody is blamed, sessions are left to the count of crashes', async () => {
  const { executorId, blamed, active } = await threeClaimed();
  await record(executorId, { active });
  expect(await stateOf(blamed)).toEqual({ status: 'RUNNING', crashes: 0, claim: 1, backlogged: false });
  expect(await database.sql('SELECT FROM executors WHERE id = $1', [executorId])).toEqual([]);
});

test('a session whose row is locked does not keep the record from being written', async () => {
  const { organizationId, executorId, blamed, other, first, active } = await threeClaimed();
  const client = await database.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM sessions WHERE id = $1 FOR UPDATE', [other]);
  await record(executorId, { owner: turnOf(organizationId, blamed), active });
  await client.query('ROLLBACK');
  expect(await stateOf(other)).toMatchObject({ status: 'RUNNING', crashes: 0 });
  expect(await stateOf(first)).toMatchObject({ status: 'QUEUED', backlogged: true });
});

describe('an organization whose sessions blocked three executors within an hour', () => {
  async function blockedBefore(times: number, minutesAgo: number) {
    const organizationId = randomUUID();
    await publishedWorkflow(database, organizationId);
    for (let number = 0; number < times; number += 1)
      await record(null, { owner: turnOf(organizationId, randomUUID()) });
    await database.sql(`UPDATE blocked_turns SET at = at - $1 * interval '1 minute'`, [minutesAgo]);
    const shared = { organizationId, workflowId: randomUUID(), enqueue: false };
    const sessions = Array.from({ length: 5 }, () => newSession(shared));
    await Promise.all(sessions.map((session) => database.store.intake.accept(session)));
    return organizationId;
  }
  async function takenOf(organizationId: string, blockRules = DEFAULT_BLOCK_RULES): Promise<number> {
    const store = database.another({ blockRules });
    await store.dispatch.reconcile(POLICY);
    const enqueued = await store.dispatch.enqueueBacklog(POLICY, 1_000);
    return enqueued.filter((session) => session.organizationId === organizationId).length;
  }

  test.each([
    ['runs one session at a time', 3, 5, 1],
    ['starts none for a while after the last of them', 3, 0, 0],
    ['runs as before after an hour', 3, 61, 5],
    ['runs as before where there were fewer', 2, 5, 5],
  ])('%s', async (_what, times, minutesAgo, enqueuedCount) => {
    expect(await takenOf(await blockedBefore(times, minutesAgo))).toBe(enqueuedCount);
  });

  test.each([
    ['more blocks are allowed', { aloneFrom: 4, restMs: 30_000 }, 5],
    ['fewer blocks are allowed, and a shorter rest', { aloneFrom: 2, restMs: 0 }, 1],
    ['the rest is longer', { aloneFrom: 3, restMs: 600_000 }, 0],
  ])('runs as its operator wants, where %s', async (_what, blockRules, enqueuedCount) => {
    const organizationId = await blockedBefore(3, 5);
    expect(await takenOf(organizationId, blockRules)).toBe(enqueuedCount);
    expect(await database.another({ blockRules }).execution.blocked.count()).toMatchObject({
      alone: enqueuedCount === 5 ? 0 : 1,
    });
  });

  test('has no admission quota, also while nothing of it is under way', async () => {
    const organizationId = randomUUID();
    for (let number = 0; number < 3; number += 1) await record(null, { owner: turnOf(organizationId, randomUUID()) });
    await database.another().dispatch.reconcile(POLICY);
    expect(await database.sql('SELECT * FROM admission_quotas WHERE organization_id = $1', [organizationId])).toEqual([
      expect.objectContaining({ quota: 0, in_flight: 0, backlogged: true }),
    ]);
  });

  test('is counted, as its turns are', async () => {
    await blockedBefore(3, 5);
    await record(null, { service: 'ingress', owner: { kind: 'route', name: 'GET /', organizationId: null } });
    expect(await database.store.execution.blocked.count()).toEqual({
      byService: { ingress: 1, executor: 3 },
      alone: 1,
    });
  });
});
