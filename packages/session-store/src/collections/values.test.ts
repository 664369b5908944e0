import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';
import { EffectRefused } from './effect-refused.ts';
import type { ValueChange, ValueScope } from './values.ts';

type WithoutTarget<Change> = Change extends unknown ? Omit<Change, 'scope' | 'key'> : never;

const organizationId = randomUUID();
const actor = { type: 'system', id: null, name: 'test' } as const;
const database = useTestStore();
let workflow: { workflowId: string; componentId: string; definitionId: string };
beforeAll(async () => {
  workflow = await publishedWorkflow(database, organizationId);
});

async function sessionOf(of = workflow, mode: 'PROD' | 'TEST' = 'PROD', store = database.store) {
  const { session, fence } = await runningSession(database.store, { organizationId, ...of, mode });
  const step = { organizationId, sessionId: session.id, run: 1, componentId: session.componentId, iteration: 0 };
  const { values } = store.collections;
  let steps = 0;
  const change = (key: string, what: WithoutTarget<ValueChange>, scope: ValueScope = 'workflow', at = (steps += 1)) =>
    values.change(fence, { ...step, iteration: at }, { scope, key, ...what });
  return {
    id: session.id,
    fence,
    change,
    get: async (key: string, scope: ValueScope = 'workflow') =>
      (await values.get({ ...session, mode }, scope, key))?.value ?? null,
    set: (key: string, value: string | number | object, ttlSeconds: number | null = null) =>
      change(key, { operation: 'set', content: plain(value), ttlSeconds }),
    add: (key: string, amount: number, at?: number) =>
      change(key, { operation: 'add', amount, ttlSeconds: null }, 'workflow', at),
  };
}

const plain = (value: unknown) => ({ value: value as string, shown: value as string, sensitive: [] });
const storedEntries = () =>
  database.sql<{ entries: number; bytes: number; counted: number; sum: number }>(
    `SELECT c.entries, c.bytes::int AS bytes, count(e.key)::int AS counted, coalesce(sum(e.bytes), 0)::int AS sum
      FROM collections c LEFT JOIN collection_entries e ON e.collection_id = c.id GROUP BY c.id`,
  );

test('stores values for a workflow and for the organization, separately for TEST and PROD', async () => {
  const [session, otherSession, inTest] = [await sessionOf(), await sessionOf(), await sessionOf(workflow, 'TEST')];
  const third = await sessionOf(await publishedWorkflow(database, organizationId));
  await session.set('place', { z: 1, a: [1e300] });
  await session.change('place', { operation: 'set', content: plain('all'), ttlSeconds: null }, 'organization');
  expect(JSON.stringify(await otherSession.get('place'))).toBe('{"z":1,"a":[1e+300]}');
  expect([await third.get('place'), await inTest.get('place')]).toEqual([null, null]);
  expect([await third.get('place', 'organization'), await inTest.get('place', 'organization')]).toEqual(['all', null]);
  expect((await session.change('place', { operation: 'delete' }))?.value).toEqual({ z: 1, a: [1e300] });
  expect(await otherSession.get('place')).toBeNull();
  expect((await session.change('place', { operation: 'delete' }))?.value).toBeNull();
});

test('simultaneous additions all count', async () => {
  const sessions = await Promise.all(Array.from({ length: 8 }, () => sessionOf()));
  await Promise.all(sessions.flatMap(({ add }) => [add('sum', 1), add('sum', 2), add('sum', -0.5)]));
  expect(await sessions[0]?.get('sum')).toBe(20);
});

test('a step counts once however often it is tried, and each try gives the same', async () => {
  const session = await sessionOf();
  const tries = await Promise.all([session.add('tried', 5, 100), session.add('tried', 5, 100)]);
  await session.add('tried', 1);
  tries.push(await session.add('tried', 5, 100));
  expect(tries.map((result) => result?.value)).toEqual([5, 5, 5]);
  expect(await session.get('tried')).toBe(6);
});

test('a lost claim changes nothing', async () => {
  const session = await sessionOf();
  await database.store.execution.end(session.fence, { kind: 'succeeded', output: null }, []);
  expect(await session.set('late', 1)).toBeNull();
  expect(await session.get('late')).toBeNull();
});

test('a value expires by the clock of the database, and its row is deleted later', async () => {
  const session = await sessionOf();
  await session.change('mark', { operation: 'add', amount: 1, ttlSeconds: 60 });
  await session.add('mark', 1);
  await session.set('stays', 1);
  await database.sql(
    `UPDATE collection_entries SET expires_at = expires_at - interval '1 minute' WHERE expires_at IS NOT NULL`,
  );
  expect([await session.get('mark'), await session.get('stays')]).toEqual([null, 1]);
  expect((await session.add('mark', 3))?.value).toBe(3);
  expect(await session.get('mark')).toBe(3);
  await session.set('short', 'x', 1);
  await database.sql(`UPDATE collection_entries SET expires_at = now() - interval '1 s' WHERE key = 'short'`);
  while ((await database.store.collections.sweep()).more);
  expect(await database.sql(`SELECT FROM collection_entries WHERE key = 'short'`)).toEqual([]);
  expect(await session.get('mark')).toBe(3);
});

test('values and their bytes are counted exactly', async () => {
  const session = await sessionOf(await publishedWorkflow(database, organizationId));
  await Promise.all(Array.from({ length: 10 }, (_, n) => session.set(`key ${n}`, 'x'.repeat(n))));
  await session.set('key 3', 'longer than before');
  await session.change('key 4', { operation: 'delete' });
  const failing = session.change('key 5', { operation: 'add', amount: 1, ttlSeconds: null });
  await expect(failing).rejects.toThrow('is not a number');
  for (const { entries, bytes, counted, sum } of await storedEntries())
    expect([entries, bytes]).toEqual([counted, sum]);
});

test('values of a deleted workflow are deleted with it, and it gets no others', async () => {
  const deleted = await publishedWorkflow(database, organizationId);
  const session = await sessionOf(deleted);
  await session.set('a', 1);
  await database.store.management.organization(organizationId).deleteWorkflow(actor, deleted.workflowId);
  while ((await database.store.collections.sweep()).more);
  expect(await session.get('a')).toBeNull();
  await expect(session.set('b', 1)).rejects.toThrow('the workflow was deleted');
  expect(await database.sql('SELECT FROM collections WHERE deleted_at IS NOT NULL')).toEqual([]);
});

test('refuses a value beyond the limits', async () => {
  const session = await sessionOf();
  await expect(session.set('large', 'x'.repeat(262_143))).rejects.toThrow(EffectRefused);
  const collectionLimits = { maxValues: 1, maxRowsPerTable: 1, maxBytesPerTable: 1, maxBytes: 1_000_000 };
  const limited = await sessionOf(workflow, 'PROD', database.another({ collectionLimits }));
  await expect(limited.set('one more', 1)).rejects.toThrow('MAX_STORED_VALUES_PER_ORGANIZATION');
  await session.set('known', 'x');
  await limited.set('known', 'y');
  const smallLimits = { maxValues: 1_000, maxRowsPerTable: 1, maxBytesPerTable: 1, maxBytes: 100 };
  const full = await sessionOf(workflow, 'PROD', database.another({ collectionLimits: smallLimits }));
  await expect(full.set('known', 'longer')).rejects.toThrow('MAX_COLLECTION_BYTES_PER_ORGANIZATION');
  const management = database.store.management.organization(organizationId);
  await management.putQuotas(actor, { maxStoredBytes: 100 });
  await expect(session.set('known', 'longer')).rejects.toThrow('maxStoredBytes');
  await management.putQuotas(actor, { maxStoredBytes: null });
});

test('sensitive values are sealed at rest, in the value and in the mark of the step', async () => {
  const session = await sessionOf();
  const content = { value: { card: '4111-2222' }, shown: { card: '•••' }, sensitive: ['4111-2222'] };
  const set = () => session.change('card', { operation: 'set', content, ttlSeconds: null }, 'workflow', 200);
  await set();
  expect(await set()).toEqual(content);
  const { values } = database.store.collections;
  expect(await values.get({ organizationId, ...workflow, mode: 'PROD' }, 'workflow', 'card')).toEqual(content);
  const rows = await database.sql(`SELECT row_to_json(e)::text AS text FROM collection_entries e
    UNION ALL SELECT row_to_json(x)::text FROM step_effects x`);
  expect(JSON.stringify(rows)).not.toContain('4111-2222');
});

test('a file that a value names stays until the value is overwritten', async () => {
  const session = await sessionOf();
  const named = { organizationId, name: 'a', contentType: 'text/plain', objectKeyOf: null };
  const draft = await database.store.files.begin({ ...named, announcedBytes: 0, maxFiles: 10 });
  await database.store.files.finish(draft, { sha256: Buffer.alloc(32), unusedMs: 1 });
  const { fileId } = draft;
  const sweep = async () => {
    await database.sql(`UPDATE files SET expires_at = now() - interval '1 s'`);
    for (let more = true; more;) ({ more } = await database.store.files.sweep(() => Promise.resolve()));
    return (await database.store.files.find(organizationId, fileId)) !== null;
  };
  await session.set('file', { fileId });
  await session.set('another', { fileId });
  await session.change('file', { operation: 'delete' });
  expect(await sweep()).toBe(true);
  await session.set('another', 'nothing');
  expect(await sweep()).toBe(false);
});

test('marks of steps are deleted with their session', async () => {
  const session = await sessionOf();
  await session.set('a', 1);
  await database.store.execution.end(session.fence, { kind: 'succeeded', output: null }, []);
  await database.store.sessions.commands.delete(organizationId, actor, session.id);
  while (await database.store.trees.deleteParts());
  expect(await database.sql('SELECT FROM step_effects WHERE session_id = $1', [session.id])).toEqual([]);
});
