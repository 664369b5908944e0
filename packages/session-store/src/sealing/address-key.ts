import { randomBytes } from 'node:crypto';
import type { Sql, Statement } from '../postgres/sql.ts';
import { openSecret, sealSecret, tryOpenSecret, type SecretsKeys } from './secret-sealing.ts';

/** Used instead of an organization id, because the key belongs to no organization. */
const NOBODY = '';
const NAME = 'address key';
const KEY_BYTES = 32;

const READ: Statement = { name: 'read_address_key', text: 'SELECT sealed FROM address_key WHERE id = 1' };

const WRITE_FIRST: Statement = {
  name: 'write_first_address_key',
  text: 'INSERT INTO address_key (id, sealed) VALUES (1, $1) ON CONFLICT (id) DO NOTHING',
};

const RESEAL: Statement = {
  name: 'reseal_address_key',
  text: 'UPDATE address_key SET sealed = $2 WHERE id = 1 AND sealed = $1',
};

/**
 * Returns the random key that signs the URLs of questions, which is stored sealed. Creates it if there is none.
 * @throws Error if no key of the service opens it
 */
export async function readAddressKey(sql: Sql, keys: SecretsKeys): Promise<Uint8Array> {
  for (;;) {
    const [row] = await sql.query<{ sealed: Uint8Array }>(READ, []);
    if (row !== undefined) return Buffer.from(openSecret(keys, NOBODY, NAME, row.sealed), 'base64');
    const key = randomBytes(KEY_BYTES).toString('base64');
    await sql.query(WRITE_FIRST, [sealSecret(keys.secretsKey, NOBODY, NAME, key)]);
  }
}

/** Seals it with the current key of the service. If no key opens it, it stays unchanged. */
export async function resealAddressKey(sql: Sql, keys: SecretsKeys): Promise<void> {
  const [row] = await sql.query<{ sealed: Uint8Array }>(READ, []);
  const opened = row === undefined ? null : tryOpenSecret(keys, NOBODY, NAME, row.sealed);
  if (row === undefined || opened === null || opened.isCurrent) return;
  await sql.query(RESEAL, [row.sealed, sealSecret(keys.secretsKey, NOBODY, NAME, opened.value)]);
}
