import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database, DatabaseResult, DatabaseStatement, Json, JsonObject } from '@workflow/component-kit/run';
import { describeWithProgram, startMariadb, waitFor, type TestMariadb } from '@workflow/test-harness';
import { ConnectionPools } from '../connection-pools.ts';
import { openDatabase } from './open-database.ts';

let server: TestMariadb;
let pools: ConnectionPools;
let opened: Database;
const TABLE = 'remembered_steps';
const TABLES = `USE tests;
CREATE TABLE orders (id bigint PRIMARY KEY, note text, data json) ENGINE = InnoDB;
CREATE TABLE charges (id int AUTO_INCREMENT PRIMARY KEY, amount int CHECK (amount > 0)) ENGINE = InnoDB;
DELIMITER //
CREATE PROCEDURE two() BEGIN SELECT 1 AS a; SELECT 2 AS b; END//`;

const open = (version: string, more = {}) => {
  const { port, database, user, password } = server;
  const fields = { host: 'localhost', port, database, user, password, tls: 'none' as const, ...more };
  return openDatabase(fields, { addressOf: async () => '127.0.0.1', pools, poolKey: { key: 'one', version } });
};

function run(
  text: string,
  parameters: Json[] = [],
  more: Partial<DatabaseStatement> = {},
  signal = new AbortController().signal,
): Promise<DatabaseResult> {
  const limits = { maxRows: 1_000, maxBytes: 1_000_000, timeoutMs: 30_000 };
  return opened.run({ text, parameters, ...limits, ...more }, signal);
}
const once = (key: string, text: string, parameters: Json[] = []) =>
  run(text, parameters, { runOnce: { table: TABLE, key } });
const processes = async (like: string): Promise<JsonObject[]> =>
  (await run('SELECT id FROM information_schema.processlist WHERE info LIKE ? AND id <> connection_id()', [like])).rows;

function testCounts(): void {
  test.each<[string, string, Json[]]>([
    ['too few', 'SELECT ? + ?', [1]],
    ['too many', 'SELECT ?', [1, 2]],
    ['none', 'SELECT ?', []],
    ['some for none', 'SELECT 1', [1]],
  ])('fails for good on %s parameters', async (_what, sql, parameters) => {
    const failure = { code: 'DATABASE_ERROR', retryable: false, message: expect.stringContaining('parameters') };
    await expect(run(sql, parameters)).rejects.toMatchObject(failure);
  });

  test('counts the rows of EXPLAIN, SHOW and CALL', async () => {
    for (const sql of ['EXPLAIN SELECT 1', 'SHOW DATABASES', 'CALL two()']) {
      const { rows, rowCount } = await run(sql);
      expect([sql, rows.length > 0, rowCount]).toEqual([sql, true, rows.length]);
    }
  });
}

function testValues(): void {
  test.each<[string, string, Json]>([
    ['int', '7', 7],
    ['bigint within 2^53', 'CAST(9007199254740991 AS SIGNED)', 9_007_199_254_740_991],
    ['bigint beyond it', 'CAST(18446744073709551615 AS UNSIGNED)', '18446744073709551615'],
    ['decimal', 'CAST(12.50 AS DECIMAL(10,2))', '12.50'],
    ['double', '0.1e0', 0.1],
    ['null', 'NULL', null],
    ['text', `'ä "quoted" 🙂'`, 'ä "quoted" 🙂'],
    ['json', `JSON_EXTRACT('{"a": [1, 12345678901234567890]}', '$')`, { a: [1, '12345678901234567890'] }],
    ['bytes', `x'00ff'`, 'AP8='],
    ['date', `DATE '2026-11-25'`, '2026-11-25'],
    ['datetime', `TIMESTAMP '2026-11-25 08:01:02.123456'`, '2026-11-25T08:01:02.123456'],
    ['time', `TIME '08:01:02'`, '08:01:02'],
  ])('gives %s with its value', async (_name, sql, value) => {
    expect((await run(`SELECT ${sql} AS value`)).rows).toEqual([{ value }]);
  });

  test('takes parameters of all kinds as values, and never as SQL', async () => {
    const text = `'; DROP TABLE orders; -- \\`;
    const statement = 'SELECT ? AS a, ? + 1 AS b, JSON_VALUE(?, "$.x[0]") AS c, ? AS d, ? AS e LIMIT ?';
    const { rows } = await run(statement, [text, 41, { x: [1] }, null, true, 1]);
    expect(rows).toEqual([{ a: text, b: 42, c: '1', d: null, e: 1 }]);
  });

  test('counts changed rows, and reads no more rows than it may', async () => {
    expect(await run('INSERT INTO orders (id) SELECT seq FROM seq_1_to_5')).toEqual({ rows: [], rowCount: 5 });
    const two = { rows: [{ id: 1 }, { id: 2 }], rowCount: 2 };
    expect(await run('SELECT id FROM orders ORDER BY id', [], { maxRows: 2 })).toEqual(two);
    expect((await run('SELECT seq FROM seq_1_to_100000000', [], { maxRows: 3 })).rowCount).toBe(3);
    expect((await run('CALL two()')).rows).toEqual([{ a: 1 }]);
  });

  test('more rows than it may read are left out, also with dates and large JSON values', async () => {
    const dated = await run(`SELECT seq FROM seq_1_to_5 WHERE ? <> ''`, ['2026-11-25T08:00:00Z'], { maxRows: 2 });
    expect(dated).toEqual({ rows: [{ seq: 1 }, { seq: 2 }], rowCount: 2 });
    const json = `SELECT JSON_ARRAY(REPEAT('x', 200000)) AS value FROM seq_1_to_3`;
    const parseJson = async (texts: readonly string[]) => {
      await sleep(100);
      return texts.map((text) => text.length);
    };
    const { rows } = await run(json, [], { maxRows: 2, parseJson });
    expect(rows).toEqual([{ value: 200_004 }, { value: 200_004 }]);
  });

  test.each<[string, string, object]>([
    ['two statements', 'SELECT 1; SELECT 2', { code: 'DATABASE_ERROR', retryable: false }],
    ['a mistake', 'SELEC 1', { message: expect.stringContaining('error in your SQL syntax') }],
    ['a key that is there', 'INSERT INTO orders (id) VALUES (1)', { message: expect.stringContaining("'1' for key") }],
    ['files of this machine', `LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE orders`, { code: 'DATABASE_ERROR' }],
    ['a result of many bytes', `SELECT REPEAT('x', 2000000)`, { code: 'OUTPUT_TOO_LARGE', retryable: false }],
    ['a deadlock', `SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213`, { code: 'DATABASE_UNAVAILABLE', retryable: true }],
  ])('fails on %s', async (_name, sql, failure) => {
    await expect(run(sql)).rejects.toMatchObject(failure);
  });
}

function testEffects(): void {
  test('keeps the time limit at the server, and ends the statement of a session that is over', async () => {
    await expect(run('SELECT SLEEP(60)', [], { timeoutMs: 50 })).rejects.toMatchObject({ code: 'STEP_TIMEOUT' });
    const over = new AbortController();
    const running = run('SELECT SLEEP(61)', [], {}, over.signal);
    await waitFor(async () => (await processes('%SLEEP(61)%')).length === 1, {
      withinMs: 5_000,
      what: 'the statement',
    });
    over.abort(new Error('the session is over'));
    await expect(running).rejects.toThrow('the session is over');
    await waitFor(async () => (await processes('%SLEEP(61)%')).length === 0, { withinMs: 5_000, what: 'its end' });
  });

  test('runs each key once, makes the table, and gives the first result again', async () => {
    const keys = ['a:1:b:0', 'a:2:b:0'];
    const charge = 'INSERT INTO charges (amount) VALUES (?) RETURNING id, amount';
    const tries = await Promise.all([...keys, ...keys].map((key) => once(key, charge, [5])));
    expect(tries.slice(2)).toEqual(tries.slice(0, 2));
    await expect(once('failing', charge, [-1])).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    expect((await once('failing', charge, [6])).rowCount).toBe(1);
    const { rows } = await run('SELECT amount FROM charges ORDER BY amount');
    expect(rows.map(({ amount }) => amount)).toEqual([5, 5, 6]);
  });

  test('a statement that returns more rows than it may read is committed', async () => {
    const charge = 'INSERT INTO charges (amount) VALUES (8), (8), (8) RETURNING amount';
    const two = { rows: [{ amount: 8 }, { amount: 8 }], rowCount: 2 };
    for (const more of [{}, { runOnce: { table: TABLE, key: 'many' } }, { runOnce: { table: TABLE, key: 'many' } }])
      expect(await run(charge, [], { maxRows: 2, ...more })).toEqual(two);
    expect((await run('SELECT id FROM charges WHERE amount = 8')).rowCount).toBe(6);
  });

  test('a try whose connection breaks before the commit left nothing', async () => {
    const slow = 'INSERT INTO charges (amount) SELECT 7 FROM (SELECT SLEEP(62)) AS wait';
    const broken = once('broken', slow).catch((error: unknown) => error);
    await waitFor(
      async () => {
        const [row] = await processes('%SLEEP(62)) AS%');
        if (row === undefined) return false;
        server.execute(`KILL ${String(row['id'])}`);
        return true;
      },
      { withinMs: 5_000, what: 'the statement' },
    );
    expect(await broken).toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect((await once('broken', 'INSERT INTO charges (amount) VALUES (7)')).rowCount).toBe(1);
  });

  test('fails if it cannot sign in, or if the server offers no encryption', async () => {
    const signal = new AbortController().signal;
    const statement = { text: 'SELECT 1', parameters: [], maxRows: 1, maxBytes: 10_000, timeoutMs: null };
    await expect(open('2', { password: 'wrong' }).run(statement, signal)).rejects.toMatchObject({
      code: 'CREDENTIAL_REFUSED',
      message: expect.stringContaining('Access denied'),
    });
    await expect(open('3', { tls: 'require' }).run(statement, signal)).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
      message: expect.stringMatching(/secure connection|SSL/),
    });
  });
}

describeWithProgram('mariadbd', 'a credential of MySQL, on MariaDB', () => {
  beforeAll(async () => {
    server = await startMariadb();
    server.execute(TABLES);
    pools = new ConnectionPools({ maxConnections: 6, idleMs: 60_000, maxIdle: 10 });
    opened = open('1');
  });
  afterAll(async () => {
    pools?.close();
    await server?.stop();
  });

  testCounts();
  testValues();
  testEffects();
});
