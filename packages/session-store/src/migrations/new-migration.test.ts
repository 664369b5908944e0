import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@workflow/test-harness';
import { MIGRATED_SCHEMA, migratedSchema, MIGRATIONS_FOLDER, SCHEMA_FILE } from './migration-files.ts';
import { writeMigration } from './new-migration.ts';

let database: TestDatabase;
let migrationsFolder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  migrationsFolder = await mkdtemp(join(tmpdir(), 'workflow-migrations-'));
  await copyFile(join(MIGRATIONS_FOLDER, MIGRATED_SCHEMA), join(migrationsFolder, MIGRATED_SCHEMA));
});
afterEach(async () => {
  await rm(migrationsFolder, { recursive: true });
  await database.drop();
});

// If a migration is written by hand, the schema must be copied there, below the lines that explain the file.
test('the schema of the migrations is that of the code', async () => {
  const migrated = await readFile(join(MIGRATIONS_FOLDER, MIGRATED_SCHEMA), 'utf8');
  expect(migrated).toBe(migratedSchema(await readFile(SCHEMA_FILE, 'utf8')));
});

test('a migration contains the changes since the last one, and the next one starts from there', async () => {
  const schemaFile = join(migrationsFolder, 'changed.prisma');
  const places = { schemaFile, migrationsFolder };
  const schema = await readFile(SCHEMA_FILE, 'utf8');
  await writeFile(schemaFile, `${schema}\nmodel Tag {\n  name String @id\n\n  @@map("tags")\n}\n`);
  const first = await readFile(join(await writeMigration('add_tags', database.databaseUrl, places), 'migration.sql'));
  expect(String(first).match(/^(CREATE|ALTER|DROP) .*$/gm)).toEqual(['CREATE TABLE "tags" (']);
  await writeFile(schemaFile, `${schema}\nmodel Tag {\n  name String @id\n  note String?\n\n  @@map("tags")\n}\n`);
  const second = await readFile(join(await writeMigration('add_notes', database.databaseUrl, places), 'migration.sql'));
  expect(String(second).match(/^(CREATE|ALTER|DROP) .*$/gm)).toEqual([
    'ALTER TABLE "tags" ADD COLUMN     "note" TEXT;',
  ]);
  expect((await readdir(migrationsFolder)).filter((name) => /^\d{14}_add_(tags|notes)$/.test(name))).toHaveLength(2);
});
