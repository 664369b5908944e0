import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database, Json } from '@workflow/component-kit/run';
import { createTestDatabase, waitFor, type TestDatabase } from '@workflow/test-harness';
import { Client } from 'pg';
import { ConnectionPools } from '../connection-pools.ts';
import { fieldsOf } from '../testing/postgres-fields.ts';
import { openDatabase } from './open-database.ts';

let database: TestDatabase;
let admin: Client;
let pools: ConnectionPools;
let opened: Database;
const TABLE = 'remembered_steps';
const CHARGE = 'INSERT INTO charges (amount) VALUES ($1) RETURNING id, amount';

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new Client({ connectionString: database.databaseUrl });
  await admin.connect();
  await admin.query('CREATE TABLE charges (id serial PRIMARY KEY, amount int CHECK (amount > 0))');
  pools = new ConnectionPools({ maxConnections: 10, idleMs: 60_000, maxIdle: 10 });
  const reach = { addressOf: async () => '127.0.0.1', pools, poolKey: { key: 'one', version: '1' } };
  opened = openDatabase(fieldsOf(database.databaseUrl), reach);
});

afterAll(async () => {
  pools.close();
  await admin.end();
  await database.drop();
});

function run(
  key: string,
  text: string,
  parameters: Json[] = [],
  { table = TABLE, signal = null as AbortSignal | null } = {},
) {
  const statement = { text, parameters, maxRows: 100_000, maxBytes: 10_000_000, timeoutMs: 30_000 };
  return opened.run({ ...statement, runOnce: { table, key } }, signal ?? new AbortController().signal);
}

async function amounts(): Promise<number[]> {
  const { rows } = await admin.query<{ amount: number }>('SELECT amount FROM charges ORDER BY id');
  return rows.map(({ amount }) => amount);
}

test('makes the table, also when several steps need it at the same time, and runs each key once', async () => {
  const keys = ['a:1:b:0', 'a:2:b:0', 'a:1:c:0'];
  const tries = await Promise.all([...keys, ...keys].map((key, index) => run(key, CHARGE, [index + 1])));
  expect(tries.slice(3)).toEqual(tries.slice(0, 3));
  expect(await amounts()).toHaveLength(3);
  const again = await run('a:1:b:0', CHARGE, [1_000]);
  expect(again).toEqual(tries[0]);
  expect(again.rowCount).toBe(1);
});

test('a statement that fails keeps no key, so that it may run later', async () => {
  const before = await amounts();
  await expect(run('failing', CHARGE, [-1])).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
  expect((await run('failing', CHARGE, [77])).rowCount).toBe(1);
  expect(await amounts()).toEqual([...before, 77]);
});

test('a result that is too large to be remembered changes nothing', async () => {
  const large = `INSERT INTO charges (amount) SELECT 1 FROM generate_series(1, 20000)
    RETURNING id, repeat('x', 20) AS x`;
  const before = await amounts();
  await expect(run('large', large)).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE', retryable: false });
  expect(await amounts()).toEqual(before);
});

test('another try waits for the one of a dead executor, and gives what that committed', async () => {
  const slow = `WITH wait AS MATERIALIZED (SELECT pg_sleep(0.5))
    INSERT INTO charges (amount) SELECT 555 FROM wait RETURNING id`;
  const first = run('slow', slow);
  await waitFor(
    async () => (await admin.query(`SELECT FROM pg_stat_activity WHERE query LIKE 'WITH wait%'`)).rows.length > 0,
    {
      withinMs: 5_000,
      what: 'the first try',
    },
  );
  const second = await run('slow', slow);
  expect(second).toEqual(await first);
  expect((await amounts()).filter((amount) => amount === 555)).toHaveLength(1);
});

test('a try whose connection breaks before the commit left nothing, and the next one runs', async () => {
  const slow = `WITH wait AS MATERIALIZED (SELECT pg_sleep(30)) INSERT INTO charges (amount) SELECT 6 FROM wait`;
  const broken = run('broken', slow).catch((error: unknown) => error);
  const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'WITH wait%SELECT 6 %'
    AND state = 'active' AND datname = current_database() AND pid <> pg_backend_pid()`;
  await waitFor(async () => (await admin.query(terminate)).rows.length === 1, {
    withinMs: 5_000,
    what: 'the statement',
  });
  expect(await broken).toMatchObject({ code: 'DATABASE_UNAVAILABLE', retryable: true });
  expect((await run('broken', 'INSERT INTO charges (amount) VALUES (6)')).rowCount).toBe(1);
});

test.each(['public.steps', 'a"b', '1a', ''])('refuses %s as the name of the table', async (table) => {
  await expect(run('name', 'SELECT 1', [], { table })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});
