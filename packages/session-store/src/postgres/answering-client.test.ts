import { afterAll, expect, test } from '@jest/globals';
import { createTestDatabase } from '@workflow/test-harness';
import pg from 'pg';
import { answeringClient } from './answering-client.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

/** Opens a pool as the services do. */
async function withPool(Client: typeof pg.Client, use: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({ connectionString: database.databaseUrl, max: 2, Client });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  await use(pool);
  await pool.end();
}

test('a statement that is too long fails alone, and is not sent', async () => {
  await withPool(answeringClient({ timeoutMs: 5_000, maxStatementBytes: 1_000_000 }), async (pool) => {
    for (const value of ['x'.repeat(1_000_001), Buffer.alloc(1_000_001), ['é'.repeat(500_001)]])
      await expect(pool.query('SELECT $1::text', [value])).rejects.toThrow('is longer than the 1000000 that are sent');
    const long = { name: 'long', text: 'SELECT $1::text', values: ['x'.repeat(1_000_001)] };
    await expect(pool.query(long)).rejects.toThrow('is longer');
    const { rows } = await pool.query('SELECT length($1::text) AS length', ['x'.repeat(999_000)]);
    expect(rows).toEqual([{ length: 999_000 }]);
    expect(pool.totalCount).toBe(1);
  });
});

test('a statement that the driver cannot build or send fails once, and others go on', async () => {
  class Failing extends pg.Client {
    override query(...args: unknown[]): never {
      if (args[0] === 'SELECT unsendable') {
        void (super.query as (...args: unknown[]) => unknown)('SELECT pg_sleep(60)', [], args.at(-1));
        throw new Error('the message cannot be written');
      }
      return (super.query as (...args: unknown[]) => never)(...args);
    }
  }
  await withPool(answeringClient({ timeoutMs: 5_000 }, Failing), async (pool) => {
    const removed = new Promise((resolve) => pool.once('remove', resolve));
    await expect(pool.query('SELECT unsendable')).rejects.toThrow('the message cannot be written');
    await removed;
    const unwritable = {
      toPostgres: () => {
        throw new Error('it has no text');
      },
    };
    await expect(pool.query('SELECT $1::text', [unwritable])).rejects.toThrow('it has no text');
    await expect(pool.query('SELECT 1 AS one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });
});

test('a transaction whose connection was lost is rolled back, and everything else on it fails', async () => {
  const client = new (answeringClient({ timeoutMs: 5_000 }))({ connectionString: database.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await client.query('BEGIN');
  const otherClient = new pg.Client({ connectionString: database.databaseUrl });
  await otherClient.connect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  await otherClient.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await Promise.all([ended, otherClient.end()]);
  await expect(client.query('COMMIT')).rejects.toThrow();
  expect((await client.query('ROLLBACK')).command).toBe('ROLLBACK');
});

test('an error of PostgreSQL about a wrong statement is passed on', async () => {
  const client = new (answeringClient({ timeoutMs: 5_000 }))({ connectionString: database.databaseUrl });
  await client.connect();
  await expect(client.query('ROLLBACK TO SAVEPOINT none')).rejects.toThrow('can only be used in transaction blocks');
  await client.end();
});
