import { beforeEach, describe, expect, test } from '@jest/globals';
import { useTestStore } from '../../test/open-test-store.ts';
import { executorOf, pooledWorkflow } from '../../test/pooled-workflow.ts';

const POLICY = { maxInFlight: 4, minInFlightPerOrganization: 4, maxJobValueBytes: 1_024 };
const ACTOR = { type: 'system' as const, id: null, name: 'test' };

const database = useTestStore({ executorDeadAfterMs: 60_000 });
beforeEach(() =>
  database.sql('TRUNCATE sessions, enqueued_batches, admission_quotas, executors, executor_pools, pool_moves'),
);

/** Runs a round. Returns the enqueued sessions as `pool session`. */
async function round(policy = POLICY): Promise<string[]> {
  await database.store.dispatch.reconcile(policy);
  const enqueued = await database.store.dispatch.enqueueBacklog(policy, 100);
  return enqueued.map(({ pool, sessionId }) => `${pool} ${sessionId}`);
}

describe('the pool of a session', () => {
  test.each([
    ['of its definition', 'own', 'shared', 'own'],
    ['of its definition, which may be default', 'default', 'shared', 'default'],
    ['of its organization', undefined, 'shared', 'shared'],
    ['default', undefined, null, 'default'],
    ['of its definition, whatever it is called', 'null', null, 'null'],
  ])('is that %s', async (_case, defined, organization, expected) => {
    const workflow = await pooledWorkflow(database, defined);
    await workflow.setOrganizationPool(organization);
    expect(await workflow.poolsOf(await workflow.accept())).toEqual([expected]);
  });

  test('follows the published version in PROD, its own definition in TEST or when nothing is published', async () => {
    const workflow = await pooledWorkflow(database, 'first');
    await workflow.publishIn('second');
    const earlier = await workflow.accept();
    const tried = await workflow.accept({}, 'third');
    await workflow.unpublish();
    expect(await workflow.poolsOf(earlier, tried, await workflow.accept())).toEqual(['second', 'third', 'first']);
  });

  test('is that of the published version when a release, a wait or a retry enqueues it again', async () => {
    const workflow = await pooledWorkflow(database, 'a');
    const executor = await executorOf(database, 'a');
    const { execution, sessions } = database.store;
    const ends = [
      { kind: 'released' as const },
      { kind: 'waiting' as const, dueAt: new Date(), childrenSeen: 0 },
      { kind: 'failed' as const, error: { code: 'X', message: 'x', componentId: null } },
    ];
    const ids: string[] = [];
    for (const [index, end] of ends.entries()) {
      const id = await workflow.accept({ enqueue: true });
      const claimed = await executor.claim(id, 1);
      if (index === 0) await workflow.publishIn('b');
      await execution.end({ sessionId: id, claimNumber: claimed?.claimNumber ?? 0 }, end, []);
      ids.push(id);
    }
    await sessions.commands.retry(workflow.organizationId, ids[2] ?? '', {
      from: 'start',
      version: 'pinned',
      enqueue: true,
    });
    await executorOf(database, 'b');
    expect((await round()).sort()).toEqual(ids.map((id) => `b ${id}`).sort());
  });
});

describe('a pool', () => {
  test('has a separate window, and waits in PostgreSQL without an executor', async () => {
    await executorOf(database, 'default');
    const [ordinary, long] = [await pooledWorkflow(database, undefined), await pooledWorkflow(database, 'long')];
    for (let count = 0; count < 10; count += 1) await Promise.all([ordinary.accept(), long.accept()]);
    expect((await round()).map((line) => line.split(' ')[0])).toEqual(['default', 'default', 'default', 'default']);
    expect(await round()).toEqual([]);
    expect((await database.store.lookups.poll(0n)).pools).toEqual(['default']);
    await executorOf(database, 'long');
    expect((await round()).map((line) => line.split(' ')[0])).toEqual(['long', 'long', 'long', 'long']);
  });

  test('shares the quota of an organization, and without an executor uses none of it', async () => {
    const unpooled = await pooledWorkflow(database, undefined);
    await unpooled.management.putQuotas(ACTOR, { maxConcurrentSessions: 2 });
    const [alive, lost] = [await executorOf(database, 'default'), await executorOf(database, 'long')];
    const [first] = [await unpooled.accept({}, 'long'), await unpooled.accept({}, 'long')];
    await Promise.all([unpooled.accept(), unpooled.accept()]);
    expect((await round()).map((line) => line.split(' ')[0]).sort()).toEqual(['default', 'long']);
    await lost.die();
    // The first round recalls the session of the lost pool. The next one no longer counts it.
    expect((await round()).length + (await round()).length).toBe(1);
    expect(await alive.claim(first)).toBeNull();
  });

  test('gets the sessions of its dead executors back, once another one lives', async () => {
    const workflow = await pooledWorkflow(database, 'long');
    const [dead] = [await executorOf(database, 'long'), await executorOf(database, 'default')];
    const id = await workflow.accept({ enqueue: true });
    expect(await dead.claim(id, 1)).not.toBeNull();
    await dead.die();
    await database.sql(`UPDATE sessions SET enqueued_at = enqueued_at - interval '1 hour'`);
    expect(await database.store.dispatch.rescue(0)).toEqual([]);
    const next = await executorOf(database, 'long');
    expect(await database.store.dispatch.rescue(0)).toMatchObject([{ sessionId: id, pool: 'long', enqueueNumber: 2 }]);
    expect(await next.claim(id, 2)).toMatchObject({ crashes: 1 });
  });
});

/** Inserts copies of a session. */
async function copySession(id: string, times: number): Promise<void> {
  const columns = await database.sql<{ name: string }>(`SELECT attname AS name FROM pg_attribute
    WHERE attrelid = 'sessions'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      AND attname <> 'id'`);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  await database.sql(`INSERT INTO sessions (id, ${names})
    SELECT gen_random_uuid(), ${names} FROM sessions, generate_series(1, ${times}) WHERE id = '${id}'`);
}

describe('publishing a version with another pool', () => {
  test('moves what waits in the backlog and in the queue, and leaves running and TEST sessions', async () => {
    const workflow = await pooledWorkflow(database, 'old');
    const executor = await executorOf(database, 'old');
    await executorOf(database, 'new');
    const waiting = [await workflow.accept(), await workflow.accept({ priority: 'high' })];
    const enqueued = await workflow.accept({ enqueue: true });
    const running = await workflow.accept({ enqueue: true });
    await executor.claim(running, 1);
    const tried = await workflow.accept({}, 'old');
    await workflow.publishIn('new');
    expect(await database.store.dispatch.look()).toMatchObject({ moving: true });
    expect(await database.store.dispatch.movePools()).toBe(3);
    expect(await workflow.poolsOf(...waiting, enqueued, running, tried)).toEqual(['new', 'new', 'new', 'old', 'old']);
    expect(await executor.claim(enqueued, 1)).toBeNull();
    expect((await round()).filter((line) => line.startsWith('new')).length).toBe(3);
    expect(await executor.claim(enqueued, 1)).toBeNull();
  });

  test('moves 2,000 sessions at a time', async () => {
    const workflow = await pooledWorkflow(database, 'old');
    await copySession(await workflow.accept(), 2_000);
    await workflow.publishIn('new');
    expect(await database.store.dispatch.movePools()).toBe(2_000);
    expect(await database.store.dispatch.movePools()).toBe(1);
  });

  test('moves the sessions of 100 workflows at a time', async () => {
    const workflow = await pooledWorkflow(database, 'old');
    await workflow.accept();
    await workflow.publishIn('new');
    await database.sql(`INSERT INTO pool_moves (workflow_id, organization_id, due_at)
      SELECT gen_random_uuid(), gen_random_uuid(), now() - interval '1 hour' FROM generate_series(1, 100)`);
    expect(await database.store.dispatch.movePools()).toBe(0);
    expect(await database.store.dispatch.movePools()).toBe(1);
  });

  test('moves what a replica still accepted for the earlier version', async () => {
    const workflow = await pooledWorkflow(database, 'old');
    await workflow.publishIn('new');
    expect(await database.store.dispatch.movePools()).toBe(0);
    const late = await workflow.accept({ pool: 'old' });
    expect(await database.store.dispatch.look()).toMatchObject({ moving: false });
    await database.sql(`UPDATE pool_moves
      SET created_at = created_at - interval '1 hour', due_at = due_at - interval '1 hour'`);
    expect(await database.store.dispatch.movePools()).toBe(1);
    expect(await database.store.dispatch.movePools()).toBe(0);
    expect(await workflow.poolsOf(late)).toEqual(['new']);
    expect(await database.sql('SELECT FROM pool_moves')).toEqual([]);
  });

  test('asks for no move when the pool stays; a new pool of the organization moves workflows without one', async () => {
    const workflow = await pooledWorkflow(database, undefined);
    const otherWorkflow = await pooledWorkflow(database, 'own');
    await database.sql('TRUNCATE pool_moves');
    await Promise.all([workflow.publishIn(undefined), otherWorkflow.publishIn('own')]);
    expect(await database.store.dispatch.look()).toMatchObject({ moving: false });
    const ids = [await workflow.accept(), await otherWorkflow.accept()];
    await Promise.all([workflow.setOrganizationPool('team'), otherWorkflow.setOrganizationPool('team')]);
    expect(await database.store.dispatch.movePools()).toBe(1);
    expect(await workflow.poolsOf(...ids)).toEqual(['team', 'own']);
  });
});

test('a session waits for an executor, with the name of its pool, when that had none for 60 s', async () => {
  const workflow = await pooledWorkflow(database, 'long');
  await workflow.management.putQuotas(ACTOR, { maxConcurrentSessions: 1 });
  const executor = await executorOf(database, 'long');
  await executorOf(database, 'default');
  const ids = [await workflow.accept(), await workflow.accept()];
  const [running = ''] = (await round()).map((line) => line.split(' ')[1]);
  await executor.claim(running);
  await database.store.dispatch.reconcile(POLICY);
  const { queries } = database.store.sessions;
  const waiting = () => queries.find(workflow.organizationId, ids.find((id) => id !== running) ?? '');
  const silent = () => queries.poolsWithoutExecutor(workflow.organizationId);
  expect([await waiting(), await silent()]).toMatchObject([{ waitingFor: 'quota', pool: 'long' }, []]);
  await database.store.execution.unregisterExecutor(executor.id);
  expect([await waiting(), await silent()]).toMatchObject([{ waitingFor: 'quota' }, []]);
  await database.sql(`UPDATE executor_pools SET seen_at = seen_at - interval '61 seconds' WHERE name = 'long'`);
  expect([await waiting(), await silent()]).toMatchObject([{ waitingFor: 'executor', pool: 'long' }, ['long']]);
});

test('the load is counted for each pool', async () => {
  await executorOf(database, 'default', 5);
  const [ordinary, long] = [await pooledWorkflow(database, undefined), await pooledWorkflow(database, 'long')];
  await Promise.all([ordinary.accept({ enqueue: true }), long.accept(), long.accept({ priority: 'low' })]);
  const { pools, parts, executors, backlog, enqueued } = await database.store.operator.readLoad();
  expect({ executors, backlog, enqueued }).toEqual({ executors: 1, backlog: 2, enqueued: 1 });
  expect(pools).toMatchObject([
    { pool: 'default', executors: 1, slots: 5, backlog: 0, enqueued: 1 },
    { pool: 'long', executors: 0, slots: 0, backlog: 2, enqueued: 0 },
  ]);
  expect(parts.filter(({ backlog: waiting }) => waiting > 0)).toMatchObject([
    { pool: 'long', priority: 'normal' },
    { pool: 'long', priority: 'low' },
  ]);
});
