import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database, DatabaseResult, Json } from '@workflow/component-kit/run';
import { describeWithProgram, startMariadb, type TestMariadb } from '@workflow/test-harness';
import { ConnectionPools } from '../connection-pools.ts';
import { openDatabase } from './open-database.ts';

let server: TestMariadb;
let pools: ConnectionPools;
let opened: Database;

function run(text: string, parameters: Json[] = []): Promise<DatabaseResult> {
  const limits = { maxRows: 1_000, maxBytes: 1_000_000, timeoutMs: 30_000 };
  return opened.run({ text, parameters, ...limits }, new AbortController().signal);
}

async function valueOf(expression: string): Promise<Json | undefined> {
  return (await run(`SELECT ${expression} AS value`)).rows[0]?.['value'];
}

/** Every setting of a session, except for those that change by themselves. */
async function settings(): Promise<unknown> {
  const own = ['timestamp', 'rand_seed1', 'rand_seed2', 'pseudo_thread_id', 'error_count', 'warning_count'];
  const { rows } = await run('SHOW SESSION VARIABLES');
  return rows.filter(({ Variable_name }) => !own.includes(String(Variable_name)));
}

describeWithProgram('mariadbd', 'a connection to MariaDB that is used again', () => {
  beforeAll(async () => {
    server = await startMariadb();
    server.execute(`USE tests;
      CREATE TABLE orders (id bigint AUTO_INCREMENT PRIMARY KEY, note text CHARACTER SET utf8mb4);
      CREATE TRIGGER tenant BEFORE INSERT ON orders FOR EACH ROW SET @tenant = 'a';`);
    const { port, database, user, password } = server;
    pools = new ConnectionPools({ maxConnections: 1, idleMs: 60_000, maxIdle: 10 });
    opened = openDatabase(
      { host: 'localhost', port, database, user, password, tls: 'none' },
      { addressOf: async () => '127.0.0.1', pools, poolKey: { key: 'one', version: '1' } },
    );
  });
  afterAll(async () => {
    pools?.close();
    await server?.stop();
  });

  test.each<[string, string, string]>([
    ['a variable', 'SELECT @a := 1', '@a'],
    ['a variable of a trigger', `INSERT INTO orders (note) VALUES ('x')`, '@tenant'],
    ['the last id', `INSERT INTO orders (note) VALUES ('y')`, 'LAST_INSERT_ID()'],
    ['a lock', `SELECT GET_LOCK('one', 0)`, `IS_USED_LOCK('one')`],
  ])('does not contain %s of the statement before', async (_what, leaving, expression) => {
    const before = await valueOf(expression);
    await run(leaving);
    expect(await valueOf(expression)).toBe(before);
  });

  test('has the settings, the time zone and the character set that it was opened with', async () => {
    // SHOW is not reset, so its connection is a new one.
    await settings();
    const before = await settings();
    await run(`INSERT INTO orders (note) VALUES (?)`, ['ä 🙂']);
    expect(await settings()).toEqual(before);
    expect(await valueOf('@@SESSION.time_zone')).toBe('+00:00');
    expect(await valueOf('COUNT (*)')).toBe(1);
    expect((await run('SELECT note FROM orders WHERE note = ?', ['ä 🙂'])).rows).toEqual([{ note: 'ä 🙂' }]);
  });

  test('serves many statements', async () => {
    const first = await valueOf('CONNECTION_ID()');
    await run('DELETE FROM orders');
    expect(await valueOf('CONNECTION_ID()')).toBe(first);
  });
});
