import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { applyMigrations } from './apply-migrations.ts';
import { sharedPostgresUrl } from './servers/shared-servers.ts';
import { waitFor } from './wait-for.ts';

export interface TestDatabase {
  databaseUrl: string;
  /**
   * Drops the database.
   * @throws when somebody is still connected, so that a test file that leaks a pool or a worker fails
   */
  drop(): Promise<void>;
}

const MIGRATIONS = join(import.meta.dirname, '../../../prisma/migrations');
/** A closing pool may need a moment to disconnect, on a busy machine a long one. */
const GOODBYE_WITHIN_MS = 10_000;

/** Databases that this test file created and did not drop. The test environment checks them at the end of the file. */
const shared = globalThis as { openTestDatabases?: Set<string> };
shared.openTestDatabases ??= new Set<string>();
const open = shared.openTestDatabases;

/**
 * Creates a separate, migrated, empty database by copying a template, which is created once per set of migrations.
 *
 * @param options.outlivesTestFile true: the current test file need not drop it
 */
export async function createTestDatabase({ outlivesTestFile = false } = {}): Promise<TestDatabase> {
  const serverUrl = await sharedPostgresUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withClient(serverUrl, async (client) => {
    const template = await ensureTemplate(client, serverUrl);
    // Copying its 700 files takes a third of the time of writing them to the log page by page.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  });
  if (!outlivesTestFile) open.add(name);
  let dropped: Promise<void> | undefined;
  return { databaseUrl: urlOfDatabase(serverUrl, name), drop: () => (dropped ??= dropDatabase(serverUrl, name)) };
}

async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  open.delete(name);
  await withClient(serverUrl, async (client) => {
    const connected = async (): Promise<string[]> => {
      const { rows } = await client.query<{ who: string }>(
        `SELECT coalesce(nullif(application_name, ''), 'unnamed') || ': ' || left(query, 120) AS who
           FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`,
        [name],
      );
      return rows.map((row) => row.who);
    };
    let leaked: string[] = [];
    await waitFor(async () => (leaked = await connected()).length === 0, { withinMs: GOODBYE_WITHIN_MS }).catch(
      () => undefined,
    );
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    if (leaked.length > 0)
      throw new Error(`${leaked.length} connection(s) were left open on the test database:\n${leaked.join('\n')}`);
  });
}

async function ensureTemplate(client: Client, serverUrl: string): Promise<string> {
  const template = `template_${hashOfMigrations()}`;
  const exists = async (): Promise<boolean> =>
    (await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])).rowCount === 1;
  if (await exists()) return template;
  // Test files run in parallel: one creates the template and the others wait for it.
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
  try {
    if (await exists()) return template;
    const unfinished = `${template}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished}`);
    await applyMigrations(urlOfDatabase(serverUrl, unfinished));
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
    return template;
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [template]);
  }
}

function hashOfMigrations(): string {
  const hash = createHash('sha256');
  const folders = existsSync(MIGRATIONS) ? readdirSync(MIGRATIONS).sort() : [];
  for (const folder of folders) {
    const file = join(MIGRATIONS, folder, 'migration.sql');
    if (existsSync(file)) hash.update(folder).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'test-harness' });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
