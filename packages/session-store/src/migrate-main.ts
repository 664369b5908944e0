// Applies the migrations to DATABASE_URL and exits. It runs once before the services start. `status` lists the
// migrations instead. `resolve <name> applied|rolled-back` records how an operator repaired one that failed.
import { migrate, readMigrationStates, resolveMigration } from './migrations/migrate.ts';

const USAGE = 'usage: migrate-main.ts [status | resolve <migration> applied|rolled-back]\n';

function stop(message: string): never {
  process.stderr.write(message);
  process.exit(1);
}

const databaseUrl =
  process.env['DATABASE_URL'] ||
  stop('DATABASE_URL is required: the PostgreSQL database to migrate, as postgresql://user:password@host:5432/name\n');
const [command, name, as] = process.argv.slice(2);
if (command === undefined) {
  const applied = await migrate(databaseUrl, {
    onRetry: (migration) => process.stdout.write(`${migration} did not get a lock in time and is tried again.\n`),
  }).catch((error: unknown) => stop(`${error instanceof Error ? error.message : String(error)}\n`));
  process.stdout.write(applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`);
} else if (command === 'status') {
  for (const migration of await readMigrationStates(databaseUrl))
    process.stdout.write(`${migration.state.padEnd(8)} ${migration.name}\n`);
} else if (command === 'resolve' && name !== undefined && (as === 'applied' || as === 'rolled-back')) {
  await resolveMigration(databaseUrl, name, as);
  process.stdout.write(`${name} is noted as ${as}.\n`);
} else {
  stop(USAGE);
}
