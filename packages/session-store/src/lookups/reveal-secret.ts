import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { openSecret, type SecretsKeys } from '../sealing/secret-sealing.ts';

const READ = statement<{ organizationId: string; name: string }>()(
  'read_secret',
  'SELECT sealed FROM secrets WHERE organization_id = $organizationId AND name = $name',
  { sealed: 'bytea' },
);

/** Returns the secret's value, or null if there is no such secret. @throws Error if no key opens it */
export async function revealSecret(
  sql: Sql,
  keys: SecretsKeys,
  organizationId: string,
  name: string,
): Promise<string | null> {
  const [row] = await sql.query(...READ.with({ organizationId, name }));
  return row === undefined ? null : openSecret(keys, organizationId, name, row.sealed);
}
