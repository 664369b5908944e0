import { setTimeout as sleep } from 'node:timers/promises';
import { postgresAddress } from '@workflow/postgres-hosts';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';
import { listMigrations, readMigrations } from './migration-files.ts';
import { tooOld } from '../postgres/oldest-version.ts';
import { openSchemaEngine, type SchemaEngine } from './schema-engine.ts';

/**
 * While a migration waits for a table's lock, all later statements on the table wait behind it for at most this time.
 */
const LOCK_TIMEOUT_MS = 1_500;
/** Time for traffic between two attempts. */
const PAUSE_MS = 2_000;
/** Time for which attempts continue while transactions hold the lock. */
const RETRY_FOR_MS = 300_000;

interface MigrateOptions {
  lockTimeoutMs?: number;
  pauseMs?: number;
  /** Called before each further attempt, with the migration that did not get its lock. */
  onRetry?: (migration: string) => void;
}

/**
 * Updates a database as `prisma migrate deploy` does, with the same table `_prisma_migrations`. If several processes
 * call it together, one applies the migrations and the others wait. A migration that does not get a lock in time
 * is rolled back and tried again.
 * @returns the names of the migrations that were applied
 * @throws MigrationFailure if a migration fails, or failed before
 */
export function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, pauseMs = PAUSE_MS, onRetry } = options;
  const giveUpAt = performance.now() + RETRY_FOR_MS;
  return withEngine(databaseUrl, lockTimeoutMs, async (engine, database) => {
    await refuseOldServer(database);
    const before = await appliedNames(database);
    const [failedBefore] = await readFailed(database);
    for (;;) {
      try {
        await dropInvalidIndexes(database, lockTimeoutMs);
        await engine.apply(await readMigrations());
        return (await appliedNames(database)).filter((name) => !before.includes(name));
      } catch (error) {
        const [failed] = await readFailed(database);
        if (!isLockTimeout(error, failed?.logs) || performance.now() >= giveUpAt)
          throw failed === undefined
            ? error
            : new MigrationFailure(failed.name, error, failed.name !== failedBefore?.name);
        if (failed !== undefined) {
          // Its statements are one transaction, so nothing of it remains, except the index of a migration that is no
          // transaction.
          await engine.markRolledBack(failed.name);
          onRetry?.(failed.name);
        }
        await sleep(pauseMs);
      }
    }
  });
}

/** A migration of this release, or one that only the database knows. */
interface MigrationState {
  name: string;
  /** `failed`: it began and did not end; `later`: a later release applied it. */
  state: 'applied' | 'pending' | 'failed' | 'later';
}

/** Returns every migration by name, with its state in this database. Changes nothing. */
export async function readMigrationStates(databaseUrl: string): Promise<MigrationState[]> {
  const { connectionString, Client } = postgresAddress(databaseUrl);
  const database = new Client({ connectionString });
  await database.connect();
  try {
    const own = await listMigrations();
    const applied = await appliedNames(database);
    const failed = new Set((await readFailed(database)).map(({ name }) => name));
    const names = [...new Set([...own, ...applied, ...failed])].sort();
    return names.map((name) => {
      if (failed.has(name)) return { name, state: 'failed' };
      if (!applied.includes(name)) return { name, state: 'pending' };
      return { name, state: own.includes(name) ? 'applied' : 'later' };
    });
  } finally {
    await database.end();
  }
}

/** Records how a person repaired a failed migration: completed it by hand, or undid its changes. */
export function resolveMigration(databaseUrl: string, name: string, as: 'applied' | 'rolled-back'): Promise<void> {
  return withEngine(databaseUrl, 0, async (engine) => {
    if (as === 'applied') await engine.markApplied(name, await readMigrations());
    else await engine.markRolledBack(name);
  });
}

async function withEngine<Result>(
  databaseUrl: string,
  lockTimeoutMs: number,
  work: (engine: SchemaEngine, database: pg.Client) => Promise<Result>,
): Promise<Result> {
  // The engine's own lock fails after 10 s instead of waiting, and replicas may start together.
  const { connectionString, Client } = postgresAddress(databaseUrl);
  const database = new Client({ connectionString, keepAlive: true });
  await database.connect();
  try {
    await database.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migrate]);
    const engine = await openSchemaEngine(databaseUrl, lockTimeoutMs);
    try {
      return await work(engine, database);
    } finally {
      await engine.close();
    }
  } finally {
    await database.end();
  }
}

async function refuseOldServer(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version`,
  );
  const reason = tooOld(rows[0]?.version ?? 0);
  if (reason !== null) throw new Error(reason);
}

async function hasTable(database: pg.Client): Promise<boolean> {
  const { rows } = await database.query<{ there: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`,
  );
  return rows[0]?.there === true;
}

async function appliedNames(database: pg.Client): Promise<string[]> {
  if (!(await hasTable(database))) return [];
  const { rows } = await database.query<{ name: string }>(
    `SELECT DISTINCT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

async function readFailed(database: pg.Client): Promise<{ name: string; logs: string | null }[]> {
  if (!(await hasTable(database))) return [];
  const { rows } = await database.query<{ name: string; logs: string | null }>(
    `SELECT migration_name AS name, logs FROM _prisma_migrations
      WHERE finished_at IS NULL AND rolled_back_at IS NULL ORDER BY 1`,
  );
  return rows;
}

function isLockTimeout(error: unknown, logs: string | null = null): boolean {
  return /lock timeout|55P03/.test(`${logs ?? ''} ${String(error)}`);
}

/**
 * Drops the invalid index that an aborted `CREATE INDEX CONCURRENTLY` leaves. Only migrations build indexes, under
 * their lock.
 */
async function dropInvalidIndexes(database: pg.Client, lockTimeoutMs: number): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace`,
  );
  if (rows.length > 0) await database.query(`SET lock_timeout = ${lockTimeoutMs}`);
  for (const { name } of rows) await database.query(`DROP INDEX CONCURRENTLY ${name}`);
}

/** A migration failed. The message names it and the database's reason. */
class MigrationFailure extends Error {
  override readonly name = 'MigrationFailure';

  /** @param isNew false: it failed in an earlier call, and nothing was tried now */
  constructor(migration: string, error: unknown, isNew: boolean) {
    const resolve = `admin migrate-resolve ${migration}`;
    const advice = `Complete or undo it by hand, then run "${resolve} applied" or "rolled-back".`;
    super(
      isNew
        ? `Could not apply the migration ${migration}: ${reasonOf(error)}. ${advice}`
        : `The migration ${migration} failed before, so no migration was applied. ${advice}`,
      { cause: error },
    );
  }
}

/** Returns the database's own message, without the engine's trace around it. */
function reasonOf(error: unknown): string {
  const text = String(error);
  return /ERROR: (.*)/.exec(text)?.[1] ?? text.split('\n', 1)[0] ?? text;
}
