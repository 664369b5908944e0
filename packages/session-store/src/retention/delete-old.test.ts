import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { newSession } from '@workflow/test-harness';
import type { OldSessions, RetentionOptions } from './delete-old.ts';
import type { NewSession } from '../acceptance/new-session.ts';
import { newStep, useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';

const database = useTestStore();

const DAY_MS = 86_400_000;
const idDaysAgo = (days: number): string => uuidv7({ msecs: Date.now() - days * DAY_MS });

async function finishedDaysAgo(createdDays: number, finished: number, of: Partial<NewSession> = {}): Promise<string> {
  const { intake, execution } = database.store;
  const session = newSession({ id: idDaysAgo(createdDays), ...of });
  await intake.accept(session);
  const claimed = await execution.claim({ sessionId: session.id, executorId: randomUUID() });
  await execution.end(
    { sessionId: session.id, claimNumber: claimed?.claimNumber ?? 0 },
    { kind: 'succeeded', output: null },
    [newStep()],
  );
  await database.sql(`UPDATE sessions SET finished_at = now() - $2 * interval '1 day' WHERE id = $1`, [
    session.id,
    finished,
  ]);
  return session.id;
}

/** Returns a session as it is exported. */
async function lineOf(sessionId: string): Promise<string> {
  let line = '';
  for await (const piece of database.store.retention.readSessionLine(sessionId)) line += piece;
  return line;
}

async function sweep(maxSessions: number, beforeDelete?: RetentionOptions['beforeDelete']): Promise<number> {
  const options = { sessionDays: 30, maxSessions, ...(beforeDelete && { beforeDelete, isForAll: () => true }) };
  for (let rounds = 1; ; rounds += 1) if (!(await database.store.retention.deleteOld(options)).more) return rounds;
}

test('deletes sessions that finished long ago, with their steps, in bounded batches', async () => {
  const organizationId = randomUUID();
  const old = await Promise.all(Array.from({ length: 25 }, () => finishedDaysAgo(40, 35, { organizationId })));
  const retained = [await finishedDaysAgo(40, 20), await finishedDaysAgo(20, 20)];
  const underWay = newSession({ id: idDaysAgo(40) });
  await database.store.intake.accept(underWay);
  expect(await sweep(10)).toBeGreaterThan(2);
  const remaining = await database.sql<{ id: string }>('SELECT id FROM sessions');
  expect(remaining.map(({ id }) => id).sort()).toEqual([...retained, underWay.id].sort());
  expect(await database.sql('SELECT DISTINCT session_id FROM steps WHERE session_id = ANY ($1)', [old])).toEqual([]);
  expect(await database.sql('SELECT 1 FROM steps')).toHaveLength(2);
});

test('keeps the sessions of an organization, and of a workflow within it, for their own time', async () => {
  const actor = { type: 'system', id: null, name: 'test' } as const;
  const [long, short] = [randomUUID(), randomUUID()];
  await database.store.management.organization(long).putQuotas(actor, { retentionDays: 90 });
  await database.store.management.organization(short).putQuotas(actor, { retentionDays: 5 });
  const { workflowId } = await publishedWorkflow(database, long);
  const { workflowId: patient } = await publishedWorkflow(database, short);
  await database.store.management.organization(long).setWorkflowRetention(actor, workflowId, 2);
  await database.store.management.organization(short).setWorkflowRetention(actor, patient, 50);
  const deletedIds = [
    await finishedDaysAgo(100, 95, { organizationId: long }),
    await finishedDaysAgo(4, 3, { organizationId: long, workflowId }),
    await finishedDaysAgo(7, 6, { organizationId: short }),
    // No workflow retains sessions for longer than its organization.
    await finishedDaysAgo(7, 6, { organizationId: short, workflowId: patient }),
  ];
  const retained = [
    await finishedDaysAgo(80, 70, { organizationId: long }),
    await finishedDaysAgo(4, 1, { organizationId: long, workflowId }),
    await finishedDaysAgo(7, 3, { organizationId: short }),
  ];
  await sweep(10);
  const remaining = await database.sql<{ id: string }>('SELECT id FROM sessions WHERE id = ANY ($1)', [
    [...deletedIds, ...retained],
  ]);
  expect(remaining.map(({ id }) => id).sort()).toEqual(retained.sort());
});

test('exports sessions whole before it deletes them, and deletes none when that fails', async () => {
  await sweep(10);
  const organizationId = randomUUID();
  const ids = [
    await finishedDaysAgo(41, 40, {
      organizationId,
      placeholderValuesJson: '{"z":1,"a":"two\\nlines"}',
      unchangedByJsonb: false,
    }),
    await finishedDaysAgo(40, 39, { organizationId }),
  ];
  await expect(sweep(10, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  const lines: string[] = [];
  const handed: unknown[] = [];
  const beforeDelete = async (sessions: OldSessions): Promise<string[]> => {
    handed.push(sessions);
    for (const id of sessions.sessionIds) lines.push(await lineOf(id));
    return sessions.sessionIds;
  };
  await sweep(10, beforeDelete);
  expect(handed).toEqual([{ organizationId, sessionIds: ids }]);
  expect(lines.every((line) => !line.includes('\n'))).toBe(true);
  expect(lines[0]).toContain('{"z":1,"a":"two\\nlines"}');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    id: ids[0],
    organizationId,
    status: 'SUCCEEDED',
    createdAt: expect.stringMatching(/^\d{4}-/),
    steps: [{ status: 'SUCCEEDED', input: { a: 1 }, output: 'done', attempt: 1 }],
  });
  expect(await lineOf(ids[0] ?? '')).toBe('');
});

test('sessions that did not fit into one export are exported and deleted afterwards', async () => {
  const organizationId = randomUUID();
  const ids: string[] = [];
  for (let created = 0; created < 5; created += 1)
    ids.push(await finishedDaysAgo(45 - created, 40, { organizationId }));
  const handed: string[][] = [];
  await sweep(4, ({ sessionIds }) => {
    handed.push(sessionIds);
    return Promise.resolve(sessionIds.slice(0, 2));
  });
  expect(handed).toEqual([ids.slice(0, 4), ids.slice(2, 5), ids.slice(4)]);
  expect(await database.sql('SELECT 1 FROM sessions WHERE organization_id = $1', [organizationId])).toEqual([]);
});

test('keeps a session that is retried just before it would be deleted', async () => {
  const { execution, sessions } = database.store;
  const organizationId = randomUUID();
  const { session, fence } = await runningSession(database.store, { id: idDaysAgo(40), organizationId });
  const error = { code: 'X', message: 'x', componentId: null };
  await execution.end(fence, { kind: 'failed', error }, []);
  await database.sql(`UPDATE sessions SET finished_at = now() - interval '35 days' WHERE id = $1`, [session.id]);
  await sweep(10, async ({ sessionIds }) => {
    await sessions.commands.retry(organizationId, session.id, { from: 'start', version: 'pinned', enqueue: true });
    return sessionIds;
  });
  expect(await sessions.queries.find(organizationId, session.id)).toMatchObject({ status: 'QUEUED' });
});

test('deletes expired keys and deliveries, and executors that stopped long ago', async () => {
  const keyed = newSession({ idempotency: { key: 'k', bodyHash: randomBytes(32), response: null } });
  const delivered = newSession({ delivery: { id: 'd' } });
  await Promise.all([keyed, delivered].map((session) => database.store.intake.accept(session)));
  const executorId = randomUUID();
  await database.store.execution.registerExecutor({ id: executorId, host: 'gone', concurrency: 1 });
  await sweep(10);
  expect(await database.sql('SELECT 1 FROM idempotency_keys UNION ALL SELECT 2 FROM webhook_deliveries')).toHaveLength(
    2,
  );
  await database.sql(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`);
  await database.sql(`UPDATE webhook_deliveries SET created_at = now() - interval '8 days'`);
  await database.sql(`UPDATE executors SET heartbeat_at = now() - interval '2 days'`);
  await sweep(10);
  expect(
    await database.sql(
      'SELECT 1 FROM idempotency_keys UNION ALL SELECT 2 FROM webhook_deliveries UNION ALL SELECT 3 FROM executors',
    ),
  ).toEqual([]);
});

test('deletes deliveries of events after 30 days, but none that is still tried', async () => {
  const management = database.store.management.organization(randomUUID());
  const system = { type: 'system', id: null, name: 'test' } as const;
  const hook = await management.createEventHook(system, {
    url: 'https://example.com',
    events: ['session.failed'],
    workflowIds: null,
  });
  const deliveries = [
    { id: idDaysAgo(31), status: 'DELIVERED' },
    { id: idDaysAgo(31), status: 'PENDING' },
    { id: idDaysAgo(29), status: 'DELIVERED' },
  ];
  for (const { id, status } of deliveries)
    await database.sql(
      `INSERT INTO event_deliveries (id, hook_id, organization_id, type, body, status)
        SELECT $1, id, organization_id, 'session.failed', '{}', $3::delivery_status FROM event_hooks WHERE id = $2`,
      [id, hook.hook.id, status],
    );
  await sweep(10);
  const remaining = await database.sql<{ id: string }>('SELECT id FROM event_deliveries ORDER BY id');
  expect(remaining.map(({ id }) => id)).toEqual(deliveries.slice(1).map(({ id }) => id));
  // Deliveries of a disabled hook have no further attempt.
  await database.sql('UPDATE event_hooks SET disabled_at = now()');
  await sweep(10);
  expect(await database.sql('SELECT id FROM event_deliveries')).toEqual([{ id: deliveries[2]!.id }]);
  await management.deleteEventHook(system, hook.hook.id);
  expect(await management.redeliverEvent(hook.hook.id, deliveries[2]!.id)).toBeNull();
  expect(await sweep(1)).toBeGreaterThan(1);
  expect(await database.sql('SELECT id FROM event_deliveries')).toEqual([]);
});

test('deletes bulk operations that ended more than 30 days ago', async () => {
  const { operations } = database.store;
  const organizationId = randomUUID();
  const endedDaysAgo = async (days: number): Promise<string> => {
    const request = { action: 'cancel', filter: {}, fromStart: false, perMinute: null, dryRun: true } as const;
    const { id } = await operations.start(organizationId, request);
    await database.sql(`UPDATE operations SET finished_at = now() - $2 * interval '1 day' WHERE id = $1`, [id, days]);
    return id;
  };
  const [old, recent] = [await endedDaysAgo(31), await endedDaysAgo(29)];
  await sweep(10);
  expect(await operations.find(organizationId, old)).toBeNull();
  expect(await operations.find(organizationId, recent)).toMatchObject({ status: 'DONE' });
});

test('deletes invitations that expired more than a day ago', async () => {
  const organizationId = randomUUID();
  const inviterId = randomUUID();
  await database.sql(`INSERT INTO organizations (id, name, slug) VALUES ($1, 'One', $2)`, [organizationId, inviterId]);
  await database.sql(
    `INSERT INTO users (id, name, email, email_verified, updated_at) VALUES ($1, 'Ada', 'a@example.com', false, now())`,
    [inviterId],
  );
  for (const [email, hours] of Object.entries({ old: 25, recent: 23, open: -1 }))
    await database.sql(
      `INSERT INTO invitations (id, organization_id, email, status, expires_at, inviter_id)
        VALUES ($1, $2, $3, 'pending', now() - $4 * interval '1 hour', $5)`,
      [randomUUID(), organizationId, email, hours, inviterId],
    );
  await sweep(10);
  const remaining = await database.sql<{ email: string }>('SELECT email FROM invitations WHERE organization_id = $1', [
    organizationId,
  ]);
  expect(remaining.map(({ email }) => email).sort()).toEqual(['open', 'recent']);
});

test('deletes throttles without a call for a day, however many an organization has made', async () => {
  const insert = `INSERT INTO throttle_states (organization_id, key, next_at, per_second, rate_until)
    SELECT $1, 'url ' || n, now() - $3 * interval '1 hour', 1, now() - $3 * interval '1 hour'
    FROM generate_series(1, $2::int) n`;
  await database.sql(insert, [randomUUID(), 12_000, 25]);
  const lately = randomUUID();
  await database.sql(insert, [lately, 1, 23]);
  await sweep(10);
  const remaining = await database.sql('SELECT organization_id AS id FROM throttle_states');
  expect(remaining).toEqual([{ id: lately }]);
});

test('deletes snapshots that no session and no version names', async () => {
  const organizationId = randomUUID();
  const { workflowId, componentId } = await publishedWorkflow(database, organizationId);
  const edit = (name: string) =>
    database.sql('UPDATE workflows SET draft = $2 WHERE id = $1', [
      workflowId,
      {
        components: [{ id: componentId, type: 'input', name, config: { placeholders: [] } }],
        connections: [],
      },
    ]);
  const snapshot = async (): Promise<string> =>
    (await database.store.lookups.snapshotDraft(organizationId, workflowId))?.definitionId ?? '';
  await edit('used');
  const used = await snapshot();
  await database.store.intake.accept(
    newSession({ id: idDaysAgo(45), organizationId, workflowId, definitionId: used, mode: 'TEST' }),
  );
  await edit('unused');
  const unused = await snapshot();
  expect(used).not.toBe(unused);
  await sweep(10);
  const ids = async (): Promise<string[]> =>
    (await database.sql<{ id: string }>('SELECT id FROM definitions WHERE workflow_id = $1', [workflowId])).map(
      ({ id }) => id,
    );
  expect(await ids()).toContain(unused);
  await database.sql(`UPDATE definitions SET last_used_at = now() - interval '40 days'`);
  await sweep(10);
  expect(await ids()).toHaveLength(2);
  expect(await ids()).not.toContain(unused);
});
