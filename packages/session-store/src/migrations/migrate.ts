import pg from 'pg';
import { readMigrations } from './migration-files.ts';
import { openSchemaEngine } from './schema-engine.ts';

/** Any number that nothing else takes an advisory lock on. */
const MIGRATION_LOCK = 7_340_192_001;

/**
 * Brings a database up to date, as `prisma migrate deploy` would; the table `_prisma_migrations` is the same.
 * Of several callers at once one works and the others wait for it.
 * @returns the names of the migrations that were applied.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  // The engine's own lock does not wait (10 s, then it fails), and replicas may well start together.
  const lock = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const engine = await openSchemaEngine(databaseUrl);
    try {
      return await engine.apply(await readMigrations());
    } finally {
      await engine.close();
    }
  } finally {
    await lock.end();
  }
}
