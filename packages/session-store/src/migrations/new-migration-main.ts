// `pnpm migrate:new NAME`: writes the migration that leads from the newest migration's schema to prisma/schema.prisma.
// Each migration keeps the schema it leads to beside its SQL, and the difference is that of the two schemas. The
// engine connects to DATABASE_URL when it starts, and reads and writes nothing there.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS_FOLDER, SCHEMA_FILE, listMigrations } from './migration-files.ts';
import { openSchemaEngine } from './schema-engine.ts';

const name = process.argv[2];
const databaseUrl = process.env['DATABASE_URL'];
if (name === undefined || databaseUrl === undefined || !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
  process.stderr.write(
    'Usage: DATABASE_URL=… pnpm migrate:new NAME, with any PostgreSQL and a NAME in snake_case, such as ' +
      'add_session_tags\n',
  );
  process.exit(1);
}
const newest = (await listMigrations()).at(-1);
const before = newest === undefined ? null : await readFile(join(MIGRATIONS_FOLDER, newest, 'schema.prisma'), 'utf8');
const schema = await readFile(SCHEMA_FILE, 'utf8');

const engine = await openSchemaEngine(databaseUrl);
const sql = await engine.diff(before, schema);
await engine.close();

const timestamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
const folder = join(MIGRATIONS_FOLDER, `${timestamp}_${name}`);
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'migration.sql'), sql);
await writeFile(join(folder, 'schema.prisma'), schema);
process.stdout.write(`Wrote ${folder}. Read its SQL before you commit it.\n`);
