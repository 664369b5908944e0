// Applies the migrations to DATABASE_URL and ends: a one-shot before the services start.
import { migrate } from './migrations/migrate.ts';

const databaseUrl = process.env['DATABASE_URL'];
if (databaseUrl === undefined || databaseUrl === '') {
  process.stderr.write('DATABASE_URL is required: the PostgreSQL database to migrate, as postgresql://user:password@host:5432/name\n');
  process.exit(1);
}
const applied = await migrate(databaseUrl);
process.stdout.write(applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`);
