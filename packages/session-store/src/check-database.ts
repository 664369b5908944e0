import { listMigrations } from './migrations/migration-files.ts';
import { tooOld } from './postgres/oldest-version.ts';
import { statement } from './postgres/named-statement.ts';
import type { Sql } from './postgres/sql.ts';
import { StoreUnavailableError } from './postgres/store-errors.ts';
import type { SecretsKeys } from './sealing/secret-sealing.ts';
import { findWrongSecretsKey } from './sealing/secrets-key-check.ts';

const LOOK = statement()(
  'look_at_database',
  `SELECT current_setting('transaction_read_only') = 'on' AS "readOnly",
    to_regclass('_prisma_migrations') IS NOT NULL AS migrated,
    current_setting('server_version_num')::int / 10000 AS version`,
  { readOnly: 'bool', migrated: 'bool', version: 'int4' },
);

const READ_APPLIED = statement()(
  'read_applied_migrations',
  `SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  { name: 'varchar' },
);

/**
 * Returns why this database cannot be used: it is read-only, it is too old, migrations of this release are missing, or
 * other keys sealed its secrets. Returns null if it can be used. Migrations of later releases are accepted, because
 * they only add.
 * @throws StoreUnavailableError
 */
async function findDatabaseProblem(sql: Sql, keys: SecretsKeys): Promise<string | null> {
  const [server] = await sql.query(LOOK, []);
  if (server?.readOnly !== false) return 'read-only';
  const unusable = tooOld(server.version);
  if (unusable !== null) return unusable;
  const applied = server.migrated ? await sql.query(READ_APPLIED, []) : [];
  const names = new Set(applied.map(({ name }) => name));
  const missing = (await ownMigrations()).filter((name) => !names.has(name));
  if (missing.length > 0) return `not migrated: ${missing.join(', ')} missing`;
  return findWrongSecretsKey(sql, keys);
}

/** Opens the check of whether PostgreSQL can be used. */
export function openDatabaseCheck(sql: Sql, keys: SecretsKeys) {
  let problem: string | null = null;
  return {
    /** @throws StoreUnavailableError, also if PostgreSQL answers but cannot be used */
    ping: async (): Promise<void> => {
      const reason = await findDatabaseProblem(sql, keys).finally(() => {
        problem = null;
      });
      problem = reason;
      if (problem !== null) throw new StoreUnavailableError(`PostgreSQL cannot be used: ${problem}`);
    },
    /**
     * Returns why PostgreSQL could not be used at the last `ping` although it answered; null if it could, or did not
     * answer.
     */
    problem: (): string | null => problem,
  };
}

let migrationNames: Promise<string[]> | null = null;

/** Returns the migrations of this release, which do not change while the process runs. */
function ownMigrations(): Promise<string[]> {
  migrationNames ??= listMigrations();
  return migrationNames;
}
