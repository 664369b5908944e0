import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MigrationList } from './schema-engine.ts';

const PRISMA_FOLDER = join(import.meta.dirname, '../../../../prisma');
export const SCHEMA_FILE = join(PRISMA_FOLDER, 'schema.prisma');
export const MIGRATIONS_FOLDER = join(PRISMA_FOLDER, 'migrations');
/** The file in the folder of migrations that contains the Prisma schema after all of them. */
export const MIGRATED_SCHEMA = 'schema.prisma';

const LOCK_FILE = 'migration_lock.toml';

/** Returns the names of all migrations, oldest first. */
export async function listMigrations(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS_FOLDER, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Returns all migrations with their SQL. */
export async function readMigrations(): Promise<MigrationList> {
  const migrationDirectories = await Promise.all(
    (await listMigrations()).map(async (name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: await readFile(join(MIGRATIONS_FOLDER, name, 'migration.sql'), 'utf8') },
      },
    })),
  );
  return {
    baseDir: MIGRATIONS_FOLDER,
    lockfile: { path: LOCK_FILE, content: await readFile(join(MIGRATIONS_FOLDER, LOCK_FILE), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories,
  };
}
