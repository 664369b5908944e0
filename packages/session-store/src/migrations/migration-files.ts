import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MigrationList } from './schema-engine.ts';

const PRISMA_FOLDER = join(import.meta.dirname, '../../../../prisma');
export const SCHEMA_FILE = join(PRISMA_FOLDER, 'schema.prisma');
export const MIGRATIONS_FOLDER = join(PRISMA_FOLDER, 'migrations');
/** The file in the folder of migrations that contains the Prisma schema after all of them. */
export const MIGRATED_SCHEMA = 'migrated.prisma';
const ABOUT_MIGRATED =
  '// The schema that the migrations in this folder lead to: a copy of prisma/schema.prisma, below these lines.\n' +
  '// `pnpm migrate:new` compares both, writes the difference into a migration, and copies the file again.\n' +
  '\n';

/** Returns the content of that file for a schema. */
export function migratedSchema(schema: string): string {
  return ABOUT_MIGRATED + schema;
}

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
