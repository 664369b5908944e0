// `pnpm migrate:new NAME` writes the migration that leads to prisma/schema.prisma.
import { writeMigration } from './new-migration.ts';

const name = process.argv[2];
const databaseUrl = process.env['DATABASE_URL'];
if (name === undefined || databaseUrl === undefined || !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
  process.stderr.write(
    'Usage: DATABASE_URL=… pnpm migrate:new NAME, with any PostgreSQL and a NAME in snake_case, such as ' +
      'add_session_tags\n',
  );
  process.exit(1);
}
const folder = await writeMigration(name, databaseUrl);
process.stdout.write(`Wrote ${folder}. Read its SQL before you commit it.\n`);
