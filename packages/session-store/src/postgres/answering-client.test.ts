import { afterAll, expect, test } from '@jest/globals';
import { createTestDatabase } from '@workflow/test-harness';
import pg from 'pg';
import { answeringClient } from './answering-client.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

test('a transaction whose connection was lost is rolled back, and everything else on it fails', async () => {
  const client = new (answeringClient(5_000))({ connectionString: database.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await client.query('BEGIN');
  const other = new pg.Client({ connectionString: database.databaseUrl });
  await other.connect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await Promise.all([ended, other.end()]);
  await expect(client.query('COMMIT')).rejects.toThrow();
  expect((await client.query('ROLLBACK')).command).toBe('ROLLBACK');
});

test('an error of PostgreSQL about a wrong statement is passed on', async () => {
  const client = new (answeringClient(5_000))({ connectionString: database.databaseUrl });
  await client.connect();
  await expect(client.query('ROLLBACK TO SAVEPOINT none')).rejects.toThrow('can only be used in transaction blocks');
  await client.end();
});
