import { beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type pg from 'pg';
import { useTestIngress } from './start-test-ingress.ts';

const ingress = useTestIngress();
let database: pg.Client;

beforeAll(async () => {
  database = await ingress.connect();
});

const readiness = async () => {
  const { status, body } = await ingress.request('GET', '/readyz');
  return [status, body.checks.postgres];
};

test('a database that lacks a migration of this release is not ready; one with later migrations is', async () => {
  expect(await readiness()).toEqual([200, 'reachable']);
  const { rows } = await database.query<{ name: string }>(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
      WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations) RETURNING migration_name AS name`,
  );
  expect(await readiness()).toEqual([503, `not migrated: ${rows[0]?.name} missing`]);
  await database.query('UPDATE _prisma_migrations SET rolled_back_at = NULL');
  expect(await readiness()).toEqual([200, 'reachable']);
  await database.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
     VALUES ('a', 'b', '29990101000000_x', now())`,
  );
  expect(await readiness()).toEqual([200, 'reachable']);
});

test('an empty database is not ready', async () => {
  await database.query('ALTER TABLE _prisma_migrations RENAME TO elsewhere');
  expect(await readiness()).toEqual([503, expect.stringMatching(/^not migrated: \d+_initial, /)]);
  await database.query('ALTER TABLE elsewhere RENAME TO _prisma_migrations');
});

test('a read-only database, as a standby is, is not ready until it takes writes', async () => {
  const name = new URL(ingress.databaseUrl).pathname.slice(1);
  const reconnect = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await database.query(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  await database.query(reconnect);
  await waitFor(async () => (await readiness())[1] === 'read-only');
  expect(await readiness()).toEqual([503, 'read-only']);
  await database.query(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
  await database.query(reconnect);
  await waitFor(async () => (await readiness())[0] === 200);
});
