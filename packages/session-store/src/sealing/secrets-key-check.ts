import { statement } from '../postgres/named-statement.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { sealSecret, tryOpenSecret, type SecretsKeys } from './secret-sealing.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

/** The name of the sealed value that identifies the key. It belongs to no organization. */
const CHECK_NAME = 'secrets key check';
const NOBODY = '';

const READ = statement()('read_secrets_key_check', 'SELECT sealed FROM secrets_key_check WHERE id = 1', {
  sealed: 'bytea',
});

const WRITE_FIRST = statement<{ sealed: Uint8Array }>()(
  'write_first_secrets_key_check',
  'INSERT INTO secrets_key_check (id, sealed) VALUES (1, $sealed) ON CONFLICT (id) DO NOTHING',
  {},
);

const REPLACE = statement<{ sealed: Uint8Array }>()(
  'replace_secrets_key_check',
  `INSERT INTO secrets_key_check (id, sealed) VALUES (1, $sealed)
    ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed`,
  {},
);

const WRONG = 'SECRETS_KEY is not the key of this database, and SECRETS_KEY_PREVIOUS does not name it either';

/**
 * Returns why the keys are not those of this database. Returns null if they open its sealed values, or if it has none.
 * The first process whose key opens the existing values writes the check value.
 * @throws StoreUnavailableError
 */
export async function findWrongSecretsKey(sql: Sql, keys: SecretsKeys): Promise<string | null> {
  const [check] = await sql.query(READ, []);
  if (check !== undefined) return tryOpenSecret(keys, NOBODY, CHECK_NAME, check.sealed) === null ? WRONG : null;
  if (!(await opensAnySecret(sql, keys))) return WRONG;
  await sql.query(...WRITE_FIRST.with({ sealed: sealSecret(keys.secretsKey, NOBODY, CHECK_NAME, CHECK_NAME) }));
  return null;
}

/** Makes the current key the key of this database. */
export async function replaceSecretsKeyCheck(query: Query, { secretsKey }: SecretsKeys): Promise<void> {
  await query(...REPLACE.with({ sealed: sealSecret(secretsKey, NOBODY, CHECK_NAME, CHECK_NAME) }));
}

/** Reads the newest secret of each column. */
const READ_NEWEST = SEALED_COLUMNS.map(({ table, column, name }) =>
  statement()(
    `read_newest_${column}_of_${table}`,
    `SELECT organization_id AS "organizationId", ${name} AS name, ${column} AS sealed FROM ${table}
        WHERE ${column} IS NOT NULL ORDER BY id DESC LIMIT 1`,
    { organizationId: 'uuid', name: 'text', sealed: 'bytea' },
  ),
);

/**
 * Returns true if a key opens a secret. In a database without a check value, the newest secret shows whether the key is
 * right.
 */
async function opensAnySecret(sql: Sql, keys: SecretsKeys): Promise<boolean> {
  for (const newest of READ_NEWEST) {
    const [row] = await sql.query(newest, []);
    if (row !== undefined && tryOpenSecret(keys, row.organizationId, row.name, row.sealed) === null) return false;
  }
  return true;
}
