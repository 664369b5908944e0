import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { locksWaitedFor, useTestStore, publishedWorkflow, runningSession } from '../../test/open-test-store.ts';
import { plainContent, type Content } from './content.ts';
import type { RowChange } from './rows.ts';
import type { RowTarget } from './read-parts.ts';
import type { Table } from './tables.ts';

const organizationId = randomUUID();
const actor = { type: 'system', id: null, name: 'test' } as const;
const columns = [
  { key: 'name', type: 'TEXT' },
  { key: 'n', type: 'NUMBER' },
  { key: 'done', type: 'BOOLEAN' },
] as const;
const database = useTestStore();
beforeAll(async () => {
  await publishedWorkflow(database, organizationId);
});

const tables = (of = organizationId) => database.store.collections.organization(of);

async function newTable(name: string = randomUUID(), of = organizationId): Promise<Table> {
  await tables(of).create(actor, name, [...columns]);
  return (await tables(of).find(name)) as Table;
}

async function stepsOf(table: Table, store = database.store) {
  const { organizationId } = table;
  const { session, fence } = await runningSession(database.store, { organizationId });
  const step = { organizationId, sessionId: session.id, run: 1, componentId: session.componentId, iteration: 0 };
  const { rows, values } = store.collections;
  let steps = 0;
  const change = async (what: RowChange, at = (steps += 1)) =>
    (await rows.change(fence, { ...step, iteration: at }, table, what))?.value as Json;
  return {
    change,
    put: (operation: 'insert' | 'upsert', key: string, row: JsonObject) =>
      change({ operation, key, row: plainContent(row) }),
    update: (target: RowTarget, row: JsonObject, limit: number | null = null) =>
      change({ operation: 'update', target, limit, row: plainContent(row) }),
    remove: (target: RowTarget, limit: number | null = null) => change({ operation: 'delete', target, limit }),
    seen: (key: string, ttlSeconds: number | null = null, at?: number) =>
      change({ operation: 'first-seen', key, row: plainContent({}), ttlSeconds }, at),
    find: async (target: RowTarget = {}, limit = 100) =>
      (await rows.find(table, target, { after: '', limit, maxBytes: 9_000_000 })).value as JsonObject[],
    count: (target: RowTarget = {}) => rows.count(table, target),
    changeValue: (what: { operation: 'set'; content: Content; ttlSeconds: null } | { operation: 'delete' }) =>
      values.change(fence, { ...step, iteration: (steps += 1) }, { scope: 'organization', key: 'value', ...what }),
  };
}

async function expectExactCounts(): Promise<void> {
  const counted = await database.sql<{ entries: number; bytes: number; rows: number; sum: number }>(
    `SELECT c.entries, c.bytes::int AS bytes, count(e.key)::int AS rows, coalesce(sum(e.bytes), 0)::int AS sum
      FROM collections c LEFT JOIN collection_entries e ON e.collection_id = c.id GROUP BY c.id`,
  );
  for (const { entries, bytes, rows, sum } of counted) expect([entries, bytes]).toEqual([rows, sum]);
}

test('inserts, merges, updates, finds, counts and deletes rows', async () => {
  const rows = await stepsOf(await newTable());
  expect(await rows.put('insert', 'b', { name: 'Bob', n: 2, done: false })).toEqual([
    { key: 'b', name: 'Bob', n: 2, done: false },
  ]);
  await expect(rows.put('insert', 'b', { name: 'other' })).rejects.toThrow('a row with the key "b" already');
  expect(await rows.put('upsert', 'b', { n: 3 })).toEqual([{ key: 'b', name: 'Bob', n: 3, done: false }]);
  expect(await rows.put('upsert', 'a', { name: 'Ada', done: false })).toEqual([
    { key: 'a', name: 'Ada', n: null, done: false },
  ]);
  await rows.put('upsert', 'c', { name: 'Bob', n: 9, done: true });
  expect((await rows.find()).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  expect((await rows.find({ where: { name: 'Bob', done: false } })).map(({ key }) => key)).toEqual(['b']);
  expect((await rows.find({ where: { n: null } })).map(({ key }) => key)).toEqual(['a']);
  expect(await rows.find({ key: 'c', where: { done: false } })).toEqual([]);
  expect((await rows.find({}, 2)).length).toBe(2);
  expect([await rows.count(), await rows.count({ where: { done: true } })]).toEqual([3, 1]);
  expect(await rows.update({ where: { name: 'Bob' } }, { n: 0, done: null })).toEqual([
    { key: 'b', name: 'Bob', n: 0, done: null },
    { key: 'c', name: 'Bob', n: 0, done: null },
  ]);
  expect(await rows.update({ key: 'gone' }, { n: 1 })).toEqual([]);
  expect(((await rows.remove({ where: { name: 'Bob' } }, 1)) as JsonObject[]).map(({ key }) => key)).toEqual(['b']);
  expect(await rows.remove({ key: 'c' })).toMatchObject([{ key: 'c', name: 'Bob' }]);
  expect(await rows.count()).toBe(1);
  await expectExactCounts();
});

test('simultaneous upserts of one key all count, and each column keeps its last value', async () => {
  const table = await newTable();
  const sessions = await Promise.all(Array.from({ length: 6 }, () => stepsOf(table)));
  await Promise.all(sessions.map(({ put }, n) => put('upsert', 'one', n % 2 === 0 ? { n } : { name: `session ${n}` })));
  const [row] = await sessions[0]!.find();
  expect(row).toMatchObject({ key: 'one', n: expect.any(Number), name: expect.stringMatching(/^session/) });
  await expectExactCounts();
});

test('of many steps that check a new key at the same time, one gets true, in each attempt', async () => {
  const table = await newTable();
  const sessions = await Promise.all(Array.from({ length: 8 }, () => stepsOf(table)));
  const answers = await Promise.all(sessions.map(({ seen }) => seen('event', null, 1)));
  expect(answers.filter((answer) => answer === true)).toHaveLength(1);
  const again = await Promise.all(sessions.map(({ seen }) => seen('event', null, 1)));
  expect(again).toEqual(answers);
  expect(await sessions[0]!.seen('another', null, 2)).toBe(true);
});

test('a key is new again when its time is over', async () => {
  const rows = await stepsOf(await newTable());
  expect([await rows.seen('k', 60), await rows.seen('k', 60)]).toEqual([true, false]);
  await database.sql(`UPDATE collection_entries SET expires_at = now() - interval '1 s' WHERE key = 'k'`);
  expect([await rows.count(), await rows.seen('k', 60), await rows.seen('k')]).toEqual([0, true, false]);
  await rows.put('upsert', 'k', { n: 1 });
  expect((await database.sql(`SELECT FROM collection_entries WHERE key = 'k' AND expires_at > now()`)).length).toBe(1);
  await expectExactCounts();
});

test('deletes however many match, and updates no more than a thousand', async () => {
  const table = await newTable();
  const rows = await stepsOf(table);
  await database.sql(
    `INSERT INTO collection_entries (collection_id, key, id, organization_id, value, bytes)
      SELECT $1, 'key ' || n, gen_random_uuid(), $2, '{"done": true}', 100 FROM generate_series(1, 1200) n`,
    [table.id, organizationId],
  );
  await database.sql(`UPDATE collections SET entries = 1200, bytes = 120000 WHERE id = $1`, [table.id]);
  await expect(rows.update({ where: { done: true } }, { n: 1 })).rejects.toThrow('more than 1000 rows match');
  expect(((await rows.update({ where: { done: true } }, { n: 1 }, 10)) as Json[]).length).toBe(10);
  expect(((await rows.remove({ where: { done: true } })) as Json[]).length).toBe(1_000);
  expect(await rows.count()).toBe(0);
  await expectExactCounts();
});

test('sessions that take the first row at the same time get one row each', async () => {
  const table = await newTable();
  const sessions = await Promise.all(Array.from({ length: 6 }, () => stepsOf(table)));
  for (let n = 0; n < 5; n += 1) await sessions[0]!.put('insert', `job ${n}`, { done: false });
  const removedRows = await Promise.all(sessions.map(({ remove }) => remove({ where: { done: false } }, 1)));
  const keys = (removedRows as { key: string }[][]).flat().map(({ key }) => key);
  expect(keys.toSorted()).toEqual(['job 0', 'job 1', 'job 2', 'job 3', 'job 4']);
  await expectExactCounts();
});

test('changes of one organization that wait for a row leave a connection to a read', async () => {
  const table = await newTable();
  const store = database.another({ poolSize: 3 });
  const sessions = await Promise.all(Array.from({ length: 5 }, () => stepsOf(table, store)));
  await sessions[0]!.put('insert', 'one', {});
  const other = await database.connect();
  await other.query('BEGIN');
  await other.query('SELECT FROM collection_entries WHERE collection_id = $1 FOR UPDATE', [table.id]);
  const changes = Promise.all(sessions.map(({ put }, n) => put('upsert', 'one', { n })));
  await waitFor(async () => (await locksWaitedFor(database)) >= 2);
  expect(await sessions[0]!.count()).toBe(1);
  await other.query('COMMIT');
  expect(await changes).toHaveLength(5);
});

test('rows that are larger than a result are not updated, and deleted without being listed', async () => {
  const table = await newTable();
  const rows = await stepsOf(table);
  await database.sql(
    `INSERT INTO collection_entries (collection_id, key, id, organization_id, value, bytes)
      SELECT $1, 'key ' || n, gen_random_uuid(), $2, jsonb_build_object('name', repeat('x', 90000)), 90100
      FROM generate_series(1, 100) n`,
    [table.id, organizationId],
  );
  await database.sql(`UPDATE collections SET entries = 100, bytes = 9010000 WHERE id = $1`, [table.id]);
  await expect(rows.update({}, { n: 1 })).rejects.toThrow(
    'the rows that match have 9010000 bytes; one update changes at most',
  );
  expect(await rows.count({ where: { n: 1 } })).toBe(0);
  expect(((await rows.remove({})) as Json[]).length).toBeLessThan(93);
  expect(await rows.count()).toBe(0);
  await expectExactCounts();
});

test('a table has no more rows and bytes than it may', async () => {
  const table = await newTable();
  const limits = { maxValues: 1, maxRowsPerTable: 2, maxBytesPerTable: 1_000, maxBytes: 1e9 };
  const rows = await stepsOf(table, database.another({ collectionLimits: limits }));
  await rows.put('insert', 'a', {});
  await rows.put('insert', 'b', {});
  await expect(rows.put('insert', 'c', {})).rejects.toThrow('MAX_ROWS_PER_TABLE');
  await expect(rows.put('upsert', 'a', { name: 'x'.repeat(1_000) })).rejects.toThrow('MAX_BYTES_PER_TABLE');
  await expect(rows.find()).resolves.toHaveLength(2);
});

test('rows and stored values together have no more bytes than they may', async () => {
  const small = randomUUID();
  await publishedWorkflow(database, small);
  const limits = { maxValues: 1, maxRowsPerTable: 1, maxBytesPerTable: 1_000, maxBytes: 1_000 };
  const store = database.another({ collectionLimits: limits });
  const { put, changeValue } = await stepsOf(await newTable('table', small), store);
  const text = 'x'.repeat(500);
  const set = { operation: 'set', content: plainContent(text), ttlSeconds: null } as const;
  await changeValue(set);
  await expect(put('insert', 'a', { name: text })).rejects.toThrow('MAX_COLLECTION_BYTES_PER_ORGANIZATION');
  await changeValue({ operation: 'delete' });
  await put('insert', 'a', { name: text });
  await expect(changeValue(set)).rejects.toThrow('MAX_COLLECTION_BYTES_PER_ORGANIZATION');
});

test('a table is deleted with its rows, and its name can be used again', async () => {
  const table = await newTable('mine');
  const rows = await stepsOf(table);
  await rows.put('insert', 'a', { n: 1 });
  expect(await tables().create(actor, 'mine', [...columns])).toBe('name-taken');
  expect(await tables().delete(actor, 'mine', false)).toEqual({ kind: 'deleted' });
  await expect(rows.put('insert', 'b', { n: 1 })).rejects.toThrow('the table was deleted');
  expect(await tables().find('mine')).toBeNull();
  const again = await stepsOf(await newTable('mine'));
  expect(await again.find()).toEqual([]);
  while ((await database.store.collections.sweep()).more);
  expect(await database.sql('SELECT FROM collection_entries WHERE collection_id = $1', [table.id])).toEqual([]);
});

test('other organizations find none of it', async () => {
  const { name } = await newTable();
  const otherOrganization = database.store.collections.organization(randomUUID());
  expect([
    await otherOrganization.find(name),
    await otherOrganization.read(name),
    await otherOrganization.listRows(name, { after: '', limit: 1 }),
  ]).toEqual([null, null, null]);
  expect(await otherOrganization.delete(actor, name, true)).toEqual({ kind: 'not-found' });
});

test('people see rows masked, page by page', async () => {
  const { name } = await newTable();
  const table = (await tables().find(name)) as Table;
  for (const key of ['a', 'b', 'c']) {
    const row = { value: { name: 'Ada' }, shown: { name: '•••' }, sensitive: ['Ada'] };
    await tables().writeRow(actor, table, { operation: 'insert', key, row });
  }
  const first = await tables().listRows(name, { after: '', limit: 2 });
  expect(first?.items).toEqual(['a', 'b'].map((key) => ({ key, name: '•••', n: null, done: null })));
  const next = await tables().listRows(name, { after: first?.nextCursor ?? '', limit: 2 });
  expect([next?.items.length, next?.nextCursor]).toEqual([1, null]);
  expect(await tables().deleteRow(actor, table, 'a')).toBe(true);
  expect(await tables().deleteRow(actor, table, 'a')).toBe(false);
  expect((await (await stepsOf(table)).find({ key: 'b' }))[0]).toMatchObject({ name: 'Ada' });
});
