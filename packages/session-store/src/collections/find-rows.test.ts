import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { useTestStore, publishedWorkflow } from '../../test/open-test-store.ts';
import type { PrismaClient } from '../generated/client.ts';
import type { Sql } from '../postgres/sql.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import { openCollections } from './index.ts';
import { DEFAULT_COLLECTION_LIMITS } from './collection-limits.ts';
import type { RowTarget } from './read-parts.ts';
import type { Table } from './tables.ts';
import { MAX_BYTES_OF_PART, MAX_ROWS_OF_PART } from './read-parts.ts';

const organizationId = randomUUID();
const actor = { type: 'system', id: null, name: 'test' } as const;
const ROW_BYTES = 40_000;
const MAX_KEY = 500;
const database = useTestStore();
beforeAll(async () => {
  await publishedWorkflow(database, organizationId);
});

/** Creates a table of `rows` rows. Every tenth has `done`. */
async function tableOf(rows: number, bytesOfRow: number): Promise<Table> {
  const tables = database.store.collections.organization(organizationId);
  const name = randomUUID();
  await tables.create(actor, name, [
    { key: 'text', type: 'TEXT' },
    { key: 'done', type: 'BOOLEAN' },
  ]);
  const table = (await tables.find(name)) as Table;
  await database.sql(
    `INSERT INTO collection_entries (collection_id, key, id, organization_id, value, bytes)
      SELECT $1, lpad(n::text, 6, '0'), gen_random_uuid(), $2,
        jsonb_build_object('text', repeat('x', $4), 'done', n % 10 = 0), $4 + 100 FROM generate_series(1, $3::int) n`,
    [table.id, organizationId, rows, bytesOfRow],
  );
  await database.sql('UPDATE collections SET entries = $2::int, bytes = $2::bigint * $3 WHERE id = $1', [
    table.id,
    rows,
    bytesOfRow + 100,
  ]);
  return table;
}

/** Opens collections that record their statements, the returned rows and the statements that ran at the same time. */
function recorded() {
  const statements: { name: string; after: unknown; returned: number }[] = [];
  const atOnce = { now: 0, most: 0 };
  const sql = {
    query: async <Row extends object>({ name, text }: { name: string; text: string }, values: unknown[]) => {
      atOnce.now += 1;
      atOnce.most = Math.max(atOnce.most, atOnce.now);
      try {
        const rows = await database.sql<Row>(text, values);
        statements.push({ name, after: values[1], returned: JSON.stringify(rows).length });
        return rows;
      } finally {
        atOnce.now -= 1;
      }
    },
  } as unknown as Sql;
  const options = { collectionLimits: DEFAULT_COLLECTION_LIMITS };
  const seals = {} as SensitiveSeals;
  const { rows } = openCollections(sql, {} as PrismaClient, seals, options as Parameters<typeof openCollections>[3]);
  return { rows, statements, atOnce };
}

/** Returns the bytes of the rows that each statement read. */
async function bytesLookedAt(table: Table, statements: readonly { after: unknown }[]): Promise<number[]> {
  const afters = statements.map(({ after }) => String(after));
  return Promise.all(
    afters.map(async (after, index) => {
      const [read] = await database.sql<{ bytes: number }>(
        `SELECT coalesce(sum(bytes), 0)::int AS bytes FROM collection_entries
          WHERE collection_id = $1 AND key > $2 AND key <= coalesce($3, key)`,
        [table.id, after, afters[index + 1] ?? null],
      );
      return read?.bytes ?? 0;
    }),
  );
}

const targets: [string, RowTarget, number][] = [
  ['that some rows meet', { where: { done: true } }, 100],
  ['that no row meets', { where: { text: 'y' } }, 0],
  ['that all rows meet', { where: {} }, 1_000],
];

test.each(targets)('a count under a condition %s looks at 4 MiB in each statement', async (_name, target, expected) => {
  const table = await tableOf(1_000, ROW_BYTES);
  const { rows, statements } = recorded();
  expect(await rows.count(table, target)).toBe(expected);
  const looked = await bytesLookedAt(table, statements);
  expect(looked).toHaveLength(Math.ceil((1_000 * (ROW_BYTES + 100)) / (MAX_BYTES_OF_PART + ROW_BYTES)));
  expect(Math.max(...looked)).toBeLessThanOrEqual(MAX_BYTES_OF_PART + ROW_BYTES + 100);
  expect(Math.max(...statements.map(({ returned }) => returned))).toBeLessThan(MAX_KEY);
});

test('a count without a condition reads no row', async () => {
  const table = await tableOf(1_000, ROW_BYTES);
  const { rows, statements } = recorded();
  expect(await rows.count(table, {})).toBe(1_000);
  expect(statements.map(({ name }) => name)).toEqual(['count_all_rows_of_table']);
  await database.sql(
    `UPDATE collection_entries SET expires_at = now() - interval '1 s' WHERE collection_id = $1 AND key <= '000003'`,
    [table.id],
  );
  expect(await rows.count(table, {})).toBe(997);
});

test('small rows are looked at in parts of 2,000', async () => {
  const table = await tableOf(2 * MAX_ROWS_OF_PART + 1, 10);
  const { rows, statements } = recorded();
  expect(await rows.count(table, { where: { done: true } })).toBe(400);
  expect(statements.map(({ after }) => after)).toEqual(['', '002000', '004000']);
  expect(await rows.count(table, { key: '000010', where: { done: true } })).toBe(1);
  expect(await rows.count(table, { key: '000011', where: { done: true } })).toBe(0);
  expect(statements.slice(3).map(({ name }) => name)).toEqual(['count_rows_of_key', 'count_rows_of_key']);
});

test('what is found in parts is the same as in one, up to the limit and the bytes', async () => {
  const table = await tableOf(1_000, ROW_BYTES);
  const { rows, statements } = recorded();
  const keys = async (target: RowTarget, limit: number, maxBytes: number) => {
    const { value } = await rows.find(table, target, { after: '', limit, maxBytes });
    return (value as { key: string }[]).map(({ key }) => Number(key));
  };
  const tenths = Array.from({ length: 100 }, (_, n) => (n + 1) * 10);
  expect(await keys({ where: { done: true } }, 1_000, 8e6)).toEqual(tenths);
  expect(await keys({ where: { done: true } }, 15, 8e6)).toEqual(tenths.slice(0, 15));
  expect(await keys({}, 150, 8e6)).toEqual(Array.from({ length: 150 }, (_, n) => n + 1));
  await expect(keys({}, 300, 8e6)).rejects.toThrow('more than 8000000 bytes');
  await expect(keys({ where: { done: true } }, 100, 1e6)).rejects.toThrow('more than 1000000 bytes');
  expect(await keys({ key: '000500' }, 100, 8e6)).toEqual([500]);
  expect(Math.max(...statements.map(({ returned }) => returned))).toBeLessThan(MAX_BYTES_OF_PART + 2 * ROW_BYTES);
});

test('reads of one organization take turns, statement by statement', async () => {
  const table = await tableOf(500, ROW_BYTES);
  const { rows, statements, atOnce } = recorded();
  const page = { after: '', limit: 10, maxBytes: 8e6 };
  const reads = Array.from({ length: 20 }, () => [
    rows.count(table, { where: { done: true } }),
    rows.find(table, { where: { done: true } }, page),
  ]).flat();
  await Promise.all(reads);
  expect(atOnce.most).toBe(1);
  // Each read had its first turn before any had its second.
  expect(statements.slice(0, 40).map(({ after }) => after)).toEqual(Array.from({ length: 40 }, () => ''));
});

test('conditions compare each type of value, and null with a missing one', async () => {
  const table = await tableOf(0, 10);
  const values = ['{"text": "a"}', '{"text": null}', '{}', '{"text": "a", "done": true}', '{"text": {"a": [1]}}'];
  for (const [n, value] of values.entries())
    await database.sql(
      `INSERT INTO collection_entries (collection_id, key, id, organization_id, value, bytes)
        VALUES ($1, $2, gen_random_uuid(), $3, $4, 100)`,
      [table.id, String(n), organizationId, value],
    );
  const { rows } = recorded();
  const count = (where: RowTarget['where']) => rows.count(table, { where });
  expect(await count({ text: 'a' })).toBe(2);
  expect(await count({ text: null })).toBe(2);
  expect(await count({ text: 'a', done: true })).toBe(1);
  expect(await count({ text: 'a', done: null })).toBe(1);
  expect(await count({ text: { a: [1] } })).toBe(1);
  expect(await count({ text: { a: [1, 2] } })).toBe(0);
});
