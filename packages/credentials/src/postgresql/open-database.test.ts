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
const NAME = 'workflow-automation';

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new Client({ connectionString: database.databaseUrl });
  await admin.connect();
  await admin.query('CREATE TABLE orders (id bigint PRIMARY KEY, note text)');
  pools = new ConnectionPools({ maxConnections: 2, idleMs: 60_000, maxIdle: 10 });
  opened = open('v1');
});

afterAll(async () => {
  pools.close();
  await admin.end();
  await database.drop();
});

const open = (version: string, more = {}) =>
  openDatabase(
    { ...fieldsOf(database.databaseUrl), ...more },
    { addressOf: async () => '127.0.0.1', pools, poolKey: { key: 'one', version } },
  );

function run(
  text: string,
  parameters: Json[] = [],
  more: Partial<DatabaseStatement> = {},
  signal = new AbortController().signal,
): Promise<DatabaseResult> {
  const limits = { maxRows: 1_000, maxBytes: 1_000_000, timeoutMs: 30_000 };
  return opened.run({ text, parameters, ...limits, ...more }, signal);
}

/** Returns the statements that connections of workflows are running. */
async function activity(): Promise<string[]> {
  const statement = `SELECT query FROM pg_stat_activity
    WHERE application_name = $1 AND state <> 'idle' AND datname = current_database()`;
  const { rows } = await admin.query<{ query: string }>(statement, [NAME]);
  return rows.map(({ query }) => query);
}

async function connections(): Promise<number> {
  const statement = 'SELECT FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()';
  return (await admin.query(statement, [NAME])).rows.length;
}

test.each<[string, string, Json]>([
  ['int', '7', 7],
  ['bigint within 2^53', '9007199254740991::bigint', 9_007_199_254_740_991],
  ['bigint beyond it', '9007199254740993::bigint', '9007199254740993'],
  ['numeric', '12.50::numeric(10,2)', '12.50'],
  ['double', '0.1::float8', 0.1],
  ['NaN', `'NaN'::float8`, 'NaN'],
  ['boolean', 'true', true],
  ['null', 'null::int', null],
  ['text', `'ä "quoted"'`, 'ä "quoted"'],
  ['jsonb', `'{"a": [1, 12345678901234567890]}'::jsonb`, { a: [1, '12345678901234567890'] }],
  ['bytea', String.raw`'\x00ff'::bytea`, 'AP8='],
  ['date', `'2026-11-25'::date`, '2026-11-25'],
  ['timestamp', `'2026-11-25 08:01:02.123456'::timestamp`, '2026-11-25T08:01:02.123456'],
  ['timestamptz', `('2026-11-25 08:01:02+00'::timestamptz)`, '2026-11-25T08:01:02+00:00'],
  ['bigint[]', `'{1,9007199254740993,NULL}'::bigint[]`, [1, '9007199254740993', null]],
  ['text[]', String.raw`array['a,b', '"', '\', null, 'NULL']`, ['a,b', '"', '\\', null, 'NULL']],
  ['int[][]', `'[0:1][1:1]={{1},{2}}'::int[]`, [[1], [2]]],
  ['interval', `'1 day 02:00'::interval`, '1 day 02:00:00'],
])('gives %s with its value', async (_name, sql, value) => {
  expect((await run(`SELECT ${sql} AS value`)).rows).toEqual([{ value }]);
});

test('takes parameters of all kinds as values, and never as SQL', async () => {
  const text = `'; DROP TABLE orders; --`;
  const statement = 'SELECT $1::text AS a, $2::int + 1 AS b, $3::jsonb AS c, 2 = any($4::int[]) AS d, $5::text AS e';
  const { rows } = await run(statement, [text, 41, { x: [1] }, [1, 2, null], null]);
  expect(rows).toEqual([{ a: text, b: 42, c: { x: [1] }, d: true, e: null }]);
  const list = await run('SELECT $1::text[] AS a, $2::jsonb AS b', [['a"\\,b', '{}'], [{ x: 1 }]]);
  expect(list.rows).toEqual([{ a: ['a"\\,b', '{}'], b: [{ x: 1 }] }]);
});

test('counts changed rows, and reads no more rows than it may', async () => {
  expect(await run('INSERT INTO orders SELECT generate_series(1, 5)')).toEqual({ rows: [], rowCount: 5 });
  expect(await run('SELECT id FROM orders ORDER BY id', [], { maxRows: 2 })).toEqual({
    rows: [{ id: 1 }, { id: 2 }],
    rowCount: 2,
  });
  const endless = 'SELECT generate_series(1, 10000000000) AS n';
  expect((await run(endless, [], { maxRows: 3 })).rowCount).toBe(3);
  expect(await run('CREATE TABLE others (id int)')).toEqual({ rows: [], rowCount: 0 });
  expect(await run('')).toEqual({ rows: [], rowCount: 0 });
});

/** https://www.postgresql.org/docs/current/protocol-message-formats.html lists the tags with numbers. */
test('counts the rows of statements whose tag has no number', async () => {
  const { rows, rowCount } = await run('EXPLAIN SELECT * FROM orders');
  expect([rows.length > 0, rowCount]).toEqual([true, rows.length]);
  expect(await run('SHOW server_version_num')).toMatchObject({ rowCount: 1 });
  await admin.query('CREATE PROCEDURE twice(INOUT a int) LANGUAGE plpgsql AS $$ BEGIN a := 2 * a; END $$');
  expect(await run('CALL twice(4)')).toEqual({ rows: [{ a: 8 }], rowCount: 1 });
  expect(await run(`DO $$ BEGIN PERFORM 1; END $$`)).toEqual({ rows: [], rowCount: 0 });
});

test.each<[string, string, Json[]]>([
  ['too few', 'SELECT $1::int + $2::int', [1]],
  ['too many', 'SELECT $1::int', [1, 2]],
  ['none', 'SELECT $1::int', []],
  ['some for none', 'SELECT 1', [1]],
  ['more than the protocol counts', 'SELECT 1', Array.from({ length: 65_536 }, () => 1)],
])('fails for good on %s parameters', async (_what, sql, parameters) => {
  await expect(run(sql, parameters)).rejects.toMatchObject({
    code: 'DATABASE_ERROR',
    retryable: false,
    message: expect.stringContaining('parameters'),
  });
});

const raising = (code: string) => `DO $$ BEGIN RAISE 'as the test wants it' USING ERRCODE = '${code}'; END $$`;

test.each<[string, string, object]>([
  ['two statements', 'SELECT 1; SELECT 2', { code: 'DATABASE_ERROR', retryable: false }],
  ['a mistake', 'SELEC 1', { code: 'DATABASE_ERROR', message: expect.stringContaining('syntax error') }],
  [
    'a key that is there',
    'INSERT INTO orders VALUES (1)',
    { message: expect.stringContaining('Key (id)=(1) already') },
  ],
  ['COPY FROM STDIN', 'COPY orders FROM STDIN', { code: 'DATABASE_ERROR', retryable: false }],
  ['one result of many bytes', `SELECT repeat('x', 2000000)`, { code: 'OUTPUT_TOO_LARGE', retryable: false }],
  ['many large rows', `SELECT repeat('x', 9000) FROM generate_series(1, 1000)`, { code: 'OUTPUT_TOO_LARGE' }],
  ['a deadlock', raising('40P01'), { code: 'DATABASE_UNAVAILABLE', retryable: true }],
  ['a lock that is not free', raising('55P03'), { code: 'DATABASE_UNAVAILABLE', retryable: true }],
  ['a password that is refused', raising('28P01'), { code: 'CREDENTIAL_REFUSED', retryable: false }],
])('fails on %s', async (_name, sql, failure) => {
  await expect(run(sql)).rejects.toMatchObject(failure);
});

test('keeps the time limit at the server, and ends the statement of a session that is over', async () => {
  await expect(run('SELECT pg_sleep(60)', [], { timeoutMs: 50 })).rejects.toMatchObject({
    code: 'STEP_TIMEOUT',
    retryable: true,
  });
  const over = new AbortController();
  const running = run('SELECT pg_sleep(60)', [], {}, over.signal);
  await waitFor(async () => (await activity()).length === 1, { withinMs: 5_000, what: 'the statement' });
  over.abort(new Error('the session is over'));
  await expect(running).rejects.toThrow('the session is over');
  await waitFor(async () => (await activity()).length === 0, { withinMs: 5_000, what: 'its end' });
});

test('uses a few connections, and no longer those of a credential that was changed', async () => {
  await Promise.all(Array.from({ length: 6 }, () => run('SELECT pg_sleep(0.05)')));
  expect(await connections()).toBeLessThanOrEqual(2);
  // The next statement must not see a changed setting of the session.
  await run(`SET search_path = nowhere`);
  expect((await run('SELECT id FROM orders LIMIT 1')).rowCount).toBe(1);
  opened = open('v2', { password: 'another' });
  await run('SELECT 1');
  await waitFor(async () => (await connections()) === 1, { withinMs: 5_000, what: 'closed connections' });
});

test('fails if it cannot sign in', async () => {
  const stranger = openDatabase(
    { ...fieldsOf(database.databaseUrl), database: 'nowhere' },
    { addressOf: async () => '127.0.0.1', pools, poolKey: { key: 'stranger', version: '1' } },
  );
  const statement = { text: 'SELECT 1', parameters: [], maxRows: 1, maxBytes: 1_000, timeoutMs: null };
  await expect(stranger.run(statement, new AbortController().signal)).rejects.toMatchObject({
    code: 'DATABASE_ERROR',
    message: 'database "nowhere" does not exist (SQLSTATE 3D000)',
  });
});
