import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATED_SCHEMA, migratedSchema, MIGRATIONS_FOLDER, SCHEMA_FILE } from './migration-files.ts';
import { openSchemaEngine } from './schema-engine.ts';

/** The paths of schemas and migrations. */
interface MigrationPlaces {
  /** The schema that the new migration leads to. */
  schemaFile: string;
  migrationsFolder: string;
}

const OWN: MigrationPlaces = { schemaFile: SCHEMA_FILE, migrationsFolder: MIGRATIONS_FOLDER };

/**
 * Writes the migration that leads from the schema of the migrations, which is stored next to them, to the given one,
 * and makes that the schema of the migrations. Its SQL is empty if the two are the same.
 * @param name in snake_case
 * @param databaseUrl of any PostgreSQL: the engine connects to it when it starts, and reads and writes nothing there
 * @returns the migration's folder
 */
export async function writeMigration(name: string, databaseUrl: string, places = OWN): Promise<string> {
  const { schemaFile, migrationsFolder } = places;
  const migrated = join(migrationsFolder, MIGRATED_SCHEMA);
  const schema = await readFile(schemaFile, 'utf8');
  const engine = await openSchemaEngine(databaseUrl);
  try {
    const sql = await engine.diff(await readFile(migrated, 'utf8'), schema);
    const timestamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const folder = join(migrationsFolder, `${timestamp}_${name}`);
    await mkdir(folder);
    await writeFile(join(folder, 'migration.sql'), sql);
    await writeFile(migrated, migratedSchema(schema));
    return folder;
  } finally {
    await engine.close();
  }
}
