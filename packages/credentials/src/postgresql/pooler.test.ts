import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database, DatabaseStatement } from '@workflow/component-kit/run';
import { createTestDatabase, describeWithProgram, startPgBouncer, waitFor } from '@workflow/test-harness';
import type { TestDatabase, TestPgBouncer } from '@workflow/test-harness';
import { Client } from 'pg';
import { ConnectionPools } from '../connection-pools.ts';
import { fieldsOf } from '../testing/postgres-fields.ts';
import { openDatabase } from './open-database.ts';

/**
 * https://www.pgbouncer.org/features.html: transaction pooling does not support settings that a session makes with SET.
 */
describeWithProgram('pgbouncer', 'a PgBouncer in transaction mode with one connection to the server', () => {
  let database: TestDatabase;
  let pooler: TestPgBouncer;
  let pools: ConnectionPools;
  let opened: Database;
  let neighbour: Client;
  const SETTINGS = ['statement_timeout', 'DateStyle', 'bytea_output', 'TimeZone', 'search_path'];

  beforeAll(async () => {
    database = await createTestDatabase();
    const admin = new Client({ connectionString: database.databaseUrl });
    await admin.connect();
    // The settings of this database differ from those that results are read with.
    const { rows } = await admin.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
    for (const setting of [`bytea_output = 'escape'`, `datestyle = 'German'`])
      await admin.query(`ALTER DATABASE ${rows[0]?.name} SET ${setting}`);
    await admin.query('CREATE TABLE notes (id int PRIMARY KEY)');
    await admin.end();
    pooler = await startPgBouncer(database.databaseUrl, 'transaction', 1);
    neighbour = new Client({ connectionString: pooler.databaseUrl });
    await neighbour.connect();
    pools = new ConnectionPools({ maxConnections: 2, idleMs: 60_000, maxIdle: 10 });
    const reach = { addressOf: async () => '127.0.0.1', pools, poolKey: { key: 'one', version: '1' } };
    opened = openDatabase(fieldsOf(pooler.databaseUrl), reach);
  });

  afterAll(async () => {
    pools.close();
    await neighbour.end();
    await pooler.stop();
    await database.drop();
  });

  const run = (text: string, more: Partial<DatabaseStatement> = {}, signal = new AbortController().signal) =>
    opened.run({ text, parameters: [], maxRows: 10, maxBytes: 100_000, timeoutMs: 30_000, ...more }, signal);

  async function settingsOfNeighbour(): Promise<string[]> {
    const { rows } = await neighbour.query<Record<string, string>>(
      `SELECT ${SETTINGS.map((name) => `current_setting('${name}')`).join(` || ' ' || `)} AS all`,
    );
    return Object.values(rows[0] ?? {});
  }

  test.each<[string, () => Promise<unknown>]>([
    ['a statement with a time limit', () => run('SELECT 1', { timeoutMs: 50 })],
    ['one without', () => run('SELECT 1', { timeoutMs: null })],
    ['one that fails', () => run('SELECT 1 / 0', { timeoutMs: 50 }).catch(() => undefined)],
    ['one whose time is up', () => run('SELECT pg_sleep(60)', { timeoutMs: 50 }).catch(() => undefined)],
    ['one that changes rows', () => run('INSERT INTO notes VALUES (1)', { timeoutMs: 50 })],
    ['one outside any transaction', () => run('VACUUM notes', { timeoutMs: 50 })],
    ['one that runs once', () => run('SELECT 1', { timeoutMs: 50, runOnce: { table: 'ran', key: 'a' } })],
    ['one that was read in part', () => run('SELECT generate_series(1, 50)', { timeoutMs: 50 })],
  ])('gives the next client its session as it was, after %s', async (_what, use) => {
    const before = await settingsOfNeighbour();
    await use();
    expect(await settingsOfNeighbour()).toEqual(before);
  });

  test('reads dates and bytes whatever the database is set to', async () => {
    const { rows } = await run(String.raw`SELECT '2026-11-25 08:01:02'::timestamp AS at, '\x00ff'::bytea AS bytes`);
    expect(rows).toEqual([{ at: '2026-11-25T08:01:02', bytes: 'AP8=' }]);
  });

  test('keeps the time limit at the server, and ends the statement of a step that is over', async () => {
    await expect(run('SELECT pg_sleep(60)', { timeoutMs: 50 })).rejects.toMatchObject({ code: 'STEP_TIMEOUT' });
    const over = new AbortController();
    const watcher = new Client({ connectionString: database.databaseUrl });
    await watcher.connect();
    const sleeping = async () =>
      (await watcher.query(`SELECT FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'`))
        .rowCount;
    const running = run('SELECT pg_sleep(60)', { timeoutMs: null }, over.signal);
    await waitFor(async () => (await sleeping()) === 1, { withinMs: 5_000, what: 'the statement' });
    over.abort(new Error('the step is over'));
    await expect(running).rejects.toThrow('the step is over');
    await waitFor(async () => (await sleeping()) === 0, { withinMs: 5_000, what: 'its end' });
    await watcher.end();
  });
});
