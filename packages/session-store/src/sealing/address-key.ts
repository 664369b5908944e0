import { randomBytes } from 'node:crypto';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { openSecret, sealSecret, tryOpenSecret, type SecretsKeys } from './secret-sealing.ts';

/** Used instead of an organization id, because the key belongs to no organization. */
const NOBODY = '';
const NAME = 'address key';
const KEY_BYTES = 32;

const READ = statement()('read_address_key', 'SELECT sealed FROM address_key WHERE id = 1', { sealed: 'bytea' });

const WRITE_FIRST = statement<{ sealed: Uint8Array }>()(
  'write_first_address_key',
  'INSERT INTO address_key (id, sealed) VALUES (1, $sealed) ON CONFLICT (id) DO NOTHING',
  {},
);

const RESEAL = statement<{ previous: Uint8Array; sealed: Uint8Array }>()(
  'reseal_address_key',
  'UPDATE address_key SET sealed = $sealed WHERE id = 1 AND sealed = $previous',
  {},
);

/**
 * Returns the random key that signs the URLs of questions, which is stored sealed. Creates it if there is none.
 * @throws Error if no key of the service opens it
 */
export async function readAddressKey(sql: Sql, keys: SecretsKeys): Promise<Uint8Array> {
  for (;;) {
    const [row] = await sql.query(READ, []);
    if (row !== undefined) return Buffer.from(openSecret(keys, NOBODY, NAME, row.sealed), 'base64');
    const key = randomBytes(KEY_BYTES).toString('base64');
    await sql.query(...WRITE_FIRST.with({ sealed: sealSecret(keys.secretsKey, NOBODY, NAME, key) }));
  }
}

/** Seals it with the current key of the service. If no key opens it, it stays unchanged. */
export async function resealAddressKey(sql: Sql, keys: SecretsKeys): Promise<void> {
  const [row] = await sql.query(READ, []);
  const opened = row === undefined ? null : tryOpenSecret(keys, NOBODY, NAME, row.sealed);
  if (row === undefined || opened === null || opened.isCurrent) return;
  await sql.query(
    ...RESEAL.with({ previous: row.sealed, sealed: sealSecret(keys.secretsKey, NOBODY, NAME, opened.value) }),
  );
}
