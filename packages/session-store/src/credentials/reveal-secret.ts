import type { Database, Statement } from '../database.ts';
import { openSecret } from '../management/secret-sealing.ts';

const READ: Statement = { name: 'read_secret', text: 'SELECT sealed FROM secrets WHERE organization_id = $1 AND name = $2' };

/** The secret's value; null: no such secret. @throws when it was sealed with another key. */
export async function revealSecret(database: Database, secretsKey: Uint8Array, organizationId: string, name: string): Promise<string | null> {
  const [row] = await database.query<{ sealed: Uint8Array }>(READ, [organizationId, name]);
  return row === undefined ? null : openSecret(secretsKey, organizationId, name, row.sealed);
}
