import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore } from '../../test/open-test-store.ts';
import type { SessionStore } from '../open-session-store.ts';
import { isInBacklog } from '../queued/queued-states.ts';

const POLICY = { maxInFlight: 1_000, minInFlightPerOrganization: 100, maxJobValueBytes: 1_024 };
const ACTOR = { type: 'system' as const, id: null, name: 'test' };
const SUCCEEDED = { kind: 'succeeded' as const, output: null };

const database = useTestStore();

async function limited(maxConcurrentSessions: number, sessions: number) {
  const [organizationId, workflowId] = [randomUUID(), randomUUID()];
  await database.store.management.organization(organizationId).putQuotas(ACTOR, { maxConcurrentSessions });
  const accepted = Array.from({ length: sessions }, () => newSession({ organizationId, workflowId, enqueue: false }));
  await Promise.all(accepted.map((session) => database.store.intake.accept(session)));
  const executorId = randomUUID();
  await database.store.execution.registerExecutor({ id: executorId, host: 'test', concurrency: 100 });
  return {
    organizationId,
    claim: (sessionId: string) => database.store.execution.claim({ sessionId, executorId }),
    find: (id: string) => database.store.sessions.queries.find(organizationId, id),
  };
}

async function round({ dispatch }: SessionStore): Promise<string[]> {
  await dispatch.reconcile(POLICY);
  return (await dispatch.enqueueBacklog(POLICY, 1_000)).map(({ sessionId }) => sessionId);
}

test('no more sessions run than the quota allows, however many dispatchers enqueue, and the others wait', async () => {
  const { claim, find } = await limited(3, 20);
  const otherStores = [database.another(), database.another(), database.another()];
  for (const store of otherStores) await store.dispatch.reconcile(POLICY);
  // Each dispatcher assumes that nothing is in flight, like one that lost its lease without noticing.
  const enqueued = (await Promise.all(otherStores.map((store) => store.dispatch.enqueueBacklog(POLICY, 1_000)))).flat();
  expect(enqueued).toHaveLength(3);
  // At the same time they may choose the same sessions. One after another, each would find sessions that still wait.
  for (const store of otherStores) expect(await store.dispatch.enqueueBacklog(POLICY, 1_000)).toEqual([]);
  expect(await round(database.store)).toEqual([]);
  const claims = await Promise.all(enqueued.map(({ sessionId }) => claim(sessionId)));
  const waiting = await database.sql<{ id: string }>("SELECT id FROM sessions WHERE status = 'QUEUED' ORDER BY id");
  expect(waiting).toHaveLength(17);
  expect(await find(waiting[0]?.id ?? '')).toMatchObject({ status: 'QUEUED', waitingFor: 'quota' });
  // Sessions that wait for a quota do not need more executors.
  expect(await database.store.operator.readLoad()).toMatchObject({ backlog: 0, running: 3, oldestWaitingSeconds: 0 });

  const [first, second, third] = claims.map((claimed) => ({
    sessionId: claimed?.id ?? '',
    claimNumber: claimed?.claimNumber ?? 0,
  }));
  // Another session may start when one ends or starts to wait.
  await database.store.execution.end(first!, SUCCEEDED, []);
  await database.store.execution.end(
    second!,
    { kind: 'waiting', dueAt: new Date(Date.now() + 3_600_000), childrenSeen: 0 },
    [],
  );
  expect(await round(database.store)).toEqual(waiting.slice(0, 2).map(({ id }) => id));
  await database.store.execution.end(third!, SUCCEEDED, []);
  expect(await round(database.store)).toHaveLength(1);
});

test('an organization without a quota is enqueued while another one is at its quota', async () => {
  await limited(1, 5);
  const organizationId = randomUUID();
  const free = Array.from({ length: 10 }, () => newSession({ organizationId, enqueue: false }));
  await Promise.all(free.map((session) => database.store.intake.accept(session)));
  const enqueued = await round(database.store);
  expect(free.every(({ id }) => enqueued.includes(id))).toBe(true);
});

test('a session waits for the quota of its own organization, not for that of another one', async () => {
  const full = await limited(1, 2);
  await round(database.store);
  const free = await limited(5, 1);
  await database.store.dispatch.reconcile(POLICY);
  const waiting = async ({ organizationId, find }: typeof full) => {
    const rows = await database.sql<{ id: string }>(
      `SELECT id FROM sessions WHERE organization_id = $1 AND ${isInBacklog()}`,
      [organizationId],
    );
    return Promise.all(rows.map(async ({ id }) => (await find(id))?.waitingFor));
  };
  expect(await waiting(full)).toEqual(['quota']);
  expect(await waiting(free)).toEqual(['executor']);
});
