import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { newSession, newStep, openTestStore, publishedWorkflow } from '../../test/open-test-store.ts';
import type { TestStore } from '../../test/open-test-store.ts';

let database: TestStore;
beforeAll(async () => {
  database = await openTestStore();
});
afterAll(() => database.close());

const DAY_MS = 86_400_000;
const idDaysAgo = (days: number): string => uuidv7({ msecs: Date.now() - days * DAY_MS });

async function finishedDaysAgo(made: number, finished: number): Promise<string> {
  const { sessions } = database.store;
  const session = newSession({ id: idDaysAgo(made) });
  await sessions.accept(session);
  const claimed = await sessions.claim({ sessionId: session.id, executorId: randomUUID() });
  await sessions.end({ sessionId: session.id, attempt: claimed?.attempt ?? 0 }, { kind: 'succeeded', output: null }, [newStep()]);
  await database.sql(`UPDATE sessions SET finished_at = now() - $2 * interval '1 day' WHERE id = $1`, [session.id, finished]);
  return session.id;
}

async function sweep(maxSessions: number): Promise<number> {
  for (let rounds = 1; ; rounds += 1) if (!(await database.store.retention.deleteOld({ sessionDays: 30, maxSessions })).more) return rounds;
}

test('deletes sessions that finished long ago, with their steps, in bounded batches', async () => {
  const old = await Promise.all(Array.from({ length: 25 }, () => finishedDaysAgo(40, 35)));
  const kept = [await finishedDaysAgo(40, 20), await finishedDaysAgo(20, 20)];
  const underWay = newSession({ id: idDaysAgo(40) });
  await database.store.sessions.accept(underWay);
  expect(await sweep(10)).toBeGreaterThan(2);
  const left = await database.sql<{ id: string }>('SELECT id FROM sessions');
  expect(left.map(({ id }) => id).sort()).toEqual([...kept, underWay.id].sort());
  expect(await database.sql('SELECT DISTINCT session_id FROM steps WHERE session_id = ANY ($1)', [old])).toEqual([]);
  expect(await database.sql('SELECT 1 FROM steps')).toHaveLength(2);
});

test('deletes expired keys and deliveries, and executors long gone', async () => {
  const keyed = newSession({ idempotency: { key: 'k', bodyHash: randomBytes(32), response: null } });
  const delivered = newSession({ delivery: { id: 'd' } });
  await Promise.all([keyed, delivered].map((session) => database.store.sessions.accept(session)));
  const executorId = randomUUID();
  await database.store.executors.register({ id: executorId, host: 'gone', concurrency: 1 });
  await sweep(10);
  expect(await database.sql('SELECT 1 FROM idempotency_keys UNION ALL SELECT 2 FROM webhook_deliveries')).toHaveLength(2);
  await database.sql(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`);
  await database.sql(`UPDATE webhook_deliveries SET created_at = now() - interval '8 days'`);
  await database.sql(`UPDATE executors SET heartbeat_at = now() - interval '2 days'`);
  await sweep(10);
  expect(await database.sql('SELECT 1 FROM idempotency_keys UNION ALL SELECT 2 FROM webhook_deliveries UNION ALL SELECT 3 FROM executors')).toEqual([]);
});

test('deletes snapshots that no session and no version names', async () => {
  const organizationId = randomUUID();
  const { workflowId, componentId } = await publishedWorkflow(database, organizationId);
  const edit = (name: string) => database.sql('UPDATE workflows SET draft = $2 WHERE id = $1', [workflowId, {
    components: [{ id: componentId, type: 'input', name, config: { placeholders: [] } }], connections: [],
  }]);
  const snapshot = async (): Promise<string> => (await database.store.credentials.snapshotDraft(organizationId, workflowId))?.definitionId ?? '';
  await edit('used');
  const used = await snapshot();
  await database.store.sessions.accept(newSession({ id: idDaysAgo(45), organizationId, workflowId, definitionId: used, mode: 'TEST' }));
  await edit('unused');
  const unused = await snapshot();
  expect(used).not.toBe(unused);
  await sweep(10);
  const ids = async (): Promise<string[]> => (await database.sql<{ id: string }>('SELECT id FROM definitions WHERE workflow_id = $1', [workflowId])).map(({ id }) => id);
  expect(await ids()).toContain(unused);
  await database.sql(`UPDATE definitions SET last_used_at = now() - interval '40 days'`);
  await sweep(10);
  expect(await ids()).toHaveLength(2);
  expect(await ids()).not.toContain(unused);
});
