import type { Sql, Statement } from '../postgres/sql.ts';
import { openSecret, type SecretsKeys } from '../sealing/secret-sealing.ts';

const READ: Statement = {
  name: 'read_secret',
  text: 'SELECT sealed FROM secrets WHERE organization_id = $1 AND name = $2',
};

/** Returns the secret's value, or null if there is no such secret. @throws Error if no key opens it */
export async function revealSecret(
  sql: Sql,
  keys: SecretsKeys,
  organizationId: string,
  name: string,
): Promise<string | null> {
  const [row] = await sql.query<{ sealed: Uint8Array }>(READ, [organizationId, name]);
  return row === undefined ? null : openSecret(keys, organizationId, name, row.sealed);
}
