import { applyMigrations } from '../apply-migrations.ts';
import { RestartablePostgres } from '../servers/restartable-postgres.ts';
import type { TestDatabase } from '../test-database.ts';

/** Nothing has to outlive the test, and the tables are filled at once. */
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

/** Starts a migrated PostgreSQL of its own that counts what each statement takes and reads. */
export async function startMeasuredPostgres(): Promise<TestDatabase> {
  const server = new RestartablePostgres(SETTINGS);
  await server.start();
  await applyMigrations(server.url);
  return { databaseUrl: server.url, drop: () => server.remove() };
}
