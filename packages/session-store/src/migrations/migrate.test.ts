import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, waitFor } from '@workflow/test-harness';
import pg from 'pg';
import { migrate, readMigrationStates, resolveMigration } from './migrate.ts';

/** This migration can be applied repeatedly, and needs a lock on a table that traffic uses. */
const AGAIN = '20261121120000_vacuum_beside_work';

/** This migration builds an index during traffic, and is no transaction. */
const INDEX = '20261126221000_index_turns_of_the_backlog';

let databaseUrl: string;
let drop: () => Promise<void>;
let holder: pg.Client;

beforeEach(async () => {
  ({ databaseUrl, drop } = await createTestDatabase());
  holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
});

afterEach(async () => {
  await holder.end();
  await drop();
});

const stateOf = async (name: string) =>
  (await readMigrationStates(databaseUrl)).find((migration) => migration.name === name)?.state;

test('a migration lets traffic pass while a transaction holds its table, and is applied afterwards', async () => {
  await holder.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [AGAIN]);
  expect(await stateOf(AGAIN)).toBe('pending');
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE sessions, steps IN ACCESS EXCLUSIVE MODE');
  const retried: string[] = [];
  const options = { lockTimeoutMs: 100, pauseMs: 50, onRetry: (name: string) => void retried.push(name) };
  const migrating = migrate(databaseUrl, options);
  await waitFor(() => retried.length >= 2);
  await holder.query('ROLLBACK');
  expect(await migrating).toEqual([AGAIN]);
  expect(new Set(retried)).toEqual(new Set([AGAIN]));
  expect(await stateOf(AGAIN)).toBe('applied');
});

test('a failed migration stops all others until it is resolved', async () => {
  await holder.query('UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1', [AGAIN]);
  expect(await stateOf(AGAIN)).toBe('failed');
  await expect(migrate(databaseUrl)).rejects.toThrow();
  await resolveMigration(databaseUrl, AGAIN, 'applied');
  expect(await stateOf(AGAIN)).toBe('applied');
  expect(await migrate(databaseUrl)).toEqual([]);
});

test('a migration that was undone by hand is applied again', async () => {
  await holder.query('UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1', [AGAIN]);
  await resolveMigration(databaseUrl, AGAIN, 'rolled-back');
  expect(await stateOf(AGAIN)).toBe('pending');
  expect(await migrate(databaseUrl)).toEqual([AGAIN]);
});

test('an index whose build was given up is built again', async () => {
  await holder.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [INDEX]);
  await holder.query('DROP INDEX sessions_turns_idx');
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE sessions IN ROW EXCLUSIVE MODE');
  const retried: string[] = [];
  const migrating = migrate(databaseUrl, {
    lockTimeoutMs: 100,
    pauseMs: 50,
    onRetry: (name) => void retried.push(name),
  });
  await waitFor(() => retried.length > 0);
  await holder.query('ROLLBACK');
  expect(await migrating).toEqual([INDEX]);
  const { rows } = await holder.query<{ valid: boolean }>(
    `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'sessions_turns_idx'::regclass`,
  );
  expect(rows).toEqual([{ valid: true }]);
});

test('a migration that fails is named with the reason of the database, and again at the next call', async () => {
  await holder.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', ['20261123203000_store_references']);
  await expect(migrate(databaseUrl)).rejects.toThrow(
    'Could not apply the migration 20261123203000_store_references: relation "workflow_references" already exists. ' +
      'Complete or undo it by hand, then run "admin migrate-resolve 20261123203000_store_references applied" or ' +
      '"rolled-back".',
  );
  await expect(migrate(databaseUrl)).rejects.toThrow(
    'The migration 20261123203000_store_references failed before, so no migration was applied.',
  );
});

test('a migration that was applied with another text counts as applied', async () => {
  await holder.query(`UPDATE _prisma_migrations SET checksum = 'another' WHERE migration_name = $1`, [AGAIN]);
  expect(await stateOf(AGAIN)).toBe('applied');
  expect(await migrate(databaseUrl)).toEqual([]);
});
