import { applyMigrations } from '../apply-migrations.ts';
import { RestartablePostgres } from '../servers/restartable-postgres.ts';
import type { TestDatabase } from '../test-database.ts';

/** Settings without durability, which speed up filling the tables. */
const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': 10_000,
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  autovacuum: 'off',
  jit: 'off',
};

/** Starts a separate migrated PostgreSQL that counts the time and the reads of each statement. */
export async function startMeasuredPostgres(): Promise<TestDatabase> {
  const server = new RestartablePostgres(SETTINGS);
  await server.start();
  await applyMigrations(server.url);
  return { databaseUrl: server.url, drop: () => server.remove() };
}
