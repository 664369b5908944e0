import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import * as store from '@workflow/session-store';

const MIGRATIONS = join(import.meta.dirname, '../../../prisma/migrations');

/** Brings a database to the newest migration. */
export async function applyMigrations(databaseUrl: string): Promise<void> {
  const migrate = (store as { migrate?: (databaseUrl: string) => Promise<unknown> }).migrate;
  if (migrate !== undefined) {
    await migrate(databaseUrl);
    return;
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  for (const folder of readdirSync(MIGRATIONS).sort()) {
    const file = join(MIGRATIONS, folder, 'migration.sql');
    if (existsSync(file)) await client.query(readFileSync(file, 'utf8'));
  }
  await client.end();
}
