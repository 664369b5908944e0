import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database, DatabaseResult, Json } from '@workflow/component-kit/run';
import { describeWithProgram, startMariadb, type TestMariadb } from '@workflow/test-harness';
import { ConnectionPools } from '../connection-pools.ts';
import { openDatabase } from './open-database.ts';

let server: TestMariadb;
let pools: ConnectionPools;
let opened: Database;
const TABLES = `USE tests;
SET GLOBAL time_zone = '-05:00';
CREATE TABLE typed (id int AUTO_INCREMENT PRIMARY KEY, at datetime(6), seen timestamp(6) NULL, day date, note text,
  data json) ENGINE = InnoDB;
DELIMITER //
CREATE PROCEDURE note_at(at datetime) BEGIN INSERT INTO typed (at) VALUES (at); SELECT at; END//
DELIMITER ;
CREATE TABLE odd (at datetime(6)) ENGINE = InnoDB;`;

function run(text: string, parameters: Json[] = [], more = {}): Promise<DatabaseResult> {
  const limits = { maxRows: 1_000, maxBytes: 1_000_000, timeoutMs: 30_000 };
  return opened.run({ text, parameters, ...limits, ...more }, new AbortController().signal);
}

async function stored(column: string, value: Json): Promise<Json | undefined> {
  await run('DELETE FROM typed');
  await run(`INSERT INTO typed (${column}) VALUES (?)`, [value]);
  const { rows } = await run(`SELECT ${column} AS value FROM typed`);
  return rows[0]?.['value'];
}

const ZONED = '2026-07-06T08:30:00+02:00[Europe/Zurich]';
const FRACTION = '2026-07-06T06:30:00.123456789Z';

function testParameters(): void {
  test.each<[string, Json, Json]>([
    ['at', '2026-07-06T00:00:00Z', '2026-07-06T00:00:00'],
    ['at', '2026-07-06', '2026-07-06T00:00:00'],
    ['at', FRACTION, '2026-07-06T06:30:00.123456'],
    ['at', '2026-07-06T08:30:00+02:00', '2026-07-06T06:30:00'],
    ['at', '2026-07-06T23:30:00-05:30', '2026-07-07T05:00:00'],
    ['at', ZONED, '2026-07-06T06:30:00'],
    ['at', '2026-07-06T08:30[Europe/Zurich]', '2026-07-06T06:30:00'],
    ['at', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59'],
    ['at', '2026-07-06 06:30:00', '2026-07-06T06:30:00'],
    ['seen', ZONED, '2026-07-06T06:30:00'],
    ['day', '2026-07-06T00:00:00Z', '2026-07-06'],
    ['note', ZONED, ZONED],
    ['note', FRACTION, FRACTION],
    ['data', { at: ZONED, tags: [] }, { at: ZONED, tags: [] }],
    ['data', [], []],
    ['data', ['a', 1, null], ['a', 1, null]],
  ])('in the column %s, %j is stored as %j', async (column, value, expected) => {
    expect(await stored(column, value)).toEqual(expected);
  });

  test('a TIMESTAMP is the moment, whatever zone the server is set to', async () => {
    await stored('seen', ZONED);
    expect((await run('SELECT UNIX_TIMESTAMP(seen) AS s FROM typed')).rows).toEqual([{ s: '1783319400.000000' }]);
    expect((await run('SELECT @@GLOBAL.time_zone AS zone')).rows).toEqual([{ zone: '-05:00' }]);
  });

  test('a condition compares moments, and a text with a text', async () => {
    await stored('at', ZONED);
    await run('INSERT INTO typed (note) VALUES (?)', [ZONED]);
    const at = async (condition: string, value: Json) =>
      (await run(`SELECT id FROM typed WHERE ${condition}`, [value])).rowCount;
    expect(await at('at = ?', '2026-07-06T06:30:00Z')).toBe(1);
    expect(await at('at > ?', '2026-07-06T08:29:00+02:00')).toBe(1);
    expect(await at('at > ?', '2026-07-06T08:31:00+02:00')).toBe(0);
    expect(await at('note = ?', ZONED)).toBe(1);
    expect((await run('UPDATE typed SET day = ? WHERE at = ?', ['2026-07-06', ZONED])).rowCount).toBe(1);
    expect((await run('INSERT INTO odd SELECT at FROM typed WHERE at < ?', [ZONED])).rowCount).toBe(0);
    expect((await run('DELETE FROM typed WHERE at < ?', [ZONED])).rowCount).toBe(0);
  });

  test('a procedure takes a DATE_TIME, and runs once', async () => {
    await run('DELETE FROM typed');
    expect((await run('CALL note_at(?)', [ZONED])).rows).toEqual([{ at: '2026-07-06T06:30:00' }]);
    expect((await run('SELECT at FROM typed')).rowCount).toBe(1);
  });

  test('a statement that runs once takes a DATE_TIME, and a refused one changes nothing', async () => {
    await run('DELETE FROM typed');
    const once = { runOnce: { table: 'remembered_dates', key: 'a:1' } };
    await run('INSERT INTO typed (at) VALUES (?)', [ZONED], once);
    await run('INSERT INTO typed (at) VALUES (?)', [ZONED], once);
    expect((await run('SELECT at FROM typed')).rows).toEqual([{ at: '2026-07-06T06:30:00' }]);
    await expect(run('INSERT INTO typed (at, day) VALUES (?, ?)', [ZONED, 'no day'])).rejects.toMatchObject({
      code: 'DATABASE_ERROR',
    });
    expect((await run('SELECT at FROM typed')).rowCount).toBe(1);
  });

  test('a server that is not strict stores the moment as well', async () => {
    server.execute(`SET GLOBAL sql_mode = ''`);
    pools.close();
    openAgain();
    expect(await stored('at', '2026-07-06T08:30:00+02:00')).toBe('2026-07-06T06:30:00');
  });
}

function openAgain(): void {
  pools = new ConnectionPools({ maxConnections: 1, idleMs: 60_000, maxIdle: 10 });
  const { port, database, user, password } = server;
  opened = openDatabase(
    { host: 'localhost', port, database, user, password, tls: 'none' },
    { addressOf: async () => '127.0.0.1', pools, poolKey: { key: 'one', version: '1' } },
  );
}

describeWithProgram('mariadbd', 'parameters of MySQL, on MariaDB', () => {
  beforeAll(async () => {
    server = await startMariadb();
    server.execute(TABLES);
    openAgain();
  });
  afterAll(async () => {
    pools?.close();
    await server?.stop();
  });

  testParameters();
});
