import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database, DatabaseResult, DatabaseStatement, Json } from '@workflow/component-kit/run';
import { createTestDatabase, waitFor, type TestDatabase } from '@workflow/test-harness';
import { Client } from 'pg';
import { ConnectionPools } from '../connection-pools.ts';
import { fieldsOf } from '../testing/postgres-fields.ts';
import { openDatabase } from './open-database.ts';

let database: TestDatabase;
let admin: Client;
let pools: ConnectionPools;
let opened: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new Client({ connectionString: database.databaseUrl });
  await admin.connect();
  await admin.query(`CREATE TABLE orders (id bigint PRIMARY KEY);
    CREATE SEQUENCE numbers;
    CREATE FUNCTION become_tenant() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM set_config('app.tenant', 'a', false); RETURN NEW; END $$;
    CREATE TRIGGER tenant BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION become_tenant();
    CREATE FUNCTION execute(statement text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE statement; END $$`);
  pools = new ConnectionPools({ maxConnections: 1, idleMs: 60_000, maxIdle: 10 });
  const reach = { addressOf: async () => '127.0.0.1', pools, poolKey: { key: 'one', version: '1' } };
  opened = openDatabase(fieldsOf(database.databaseUrl), reach);
});

afterAll(async () => {
  pools.close();
  await admin.end();
  await database.drop();
});

const run = (text: string, more: Partial<DatabaseStatement> = {}): Promise<DatabaseResult> =>
  opened.run(
    { text, parameters: [], maxRows: 1_000, maxBytes: 1_000_000, timeoutMs: 30_000, ...more },
    new AbortController().signal,
  );

async function valueOf(expression: string): Promise<Json | undefined> {
  return (await run(`SELECT (${expression})::text AS value`)).rows[0]?.['value'];
}

const SESSION = `SELECT set_config('search_path', 'nowhere', false)`;
/** Other tests have locks in their own databases of the same server. */
const LOCKS = `SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE locktype = 'advisory' AND datname = current_database()`;
const CHANNELS = 'SELECT count(*) FROM pg_listening_channels()';
const TEMPORARY = `SELECT count(*) FROM pg_class WHERE relpersistence = 't'`;

test.each<[string, string, string]>([
  ['a setting', SESSION, `current_setting('search_path')`],
  ['a setting after WITH', `WITH one AS (${SESSION}) SELECT * FROM one`, `current_setting('search_path')`],
  ['a setting of a trigger', 'INSERT INTO orders VALUES (1)', `coalesce(current_setting('app.tenant', true), '')`],
  ['a role', `SELECT set_config('role', 'pg_monitor', false)`, 'current_user'],
  ['a lock', 'SELECT pg_advisory_lock(1)', LOCKS],
  ['a channel', `SELECT execute('LISTEN news')`, CHANNELS],
  ['a temporary table', `SELECT execute('CREATE TEMPORARY TABLE orders (id text)')`, TEMPORARY],
  ['a prepared statement', `SELECT execute('PREPARE one AS SELECT 1')`, 'SELECT count(*) FROM pg_prepared_statements'],
])('a statement does not find %s that the one before it left', async (_what, leaving, expression) => {
  const before = await valueOf(expression);
  await run(leaving);
  expect(await valueOf(expression)).toBe(before);
});

test('a lock of a statement is free again before another statement runs', async () => {
  await run('SELECT pg_advisory_lock(2)');
  await waitFor(async () => (await admin.query(LOCKS)).rows[0].count === '0', {
    withinMs: 5_000,
    what: 'the end of the lock',
  });
});

test('one connection serves many statements, also those with a key', async () => {
  const first = await valueOf('pg_backend_pid()');
  await run('SELECT 1', { runOnce: { table: 'ran', key: 'a' } });
  await run('DELETE FROM orders');
  expect(await valueOf('pg_backend_pid()')).toBe(first);
});
