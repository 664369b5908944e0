import type { JsonObject } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';
import { credentialSecretName } from '../rows/sealed-columns.ts';
import { openSecret, type SecretsKeys } from '../rows/secret-sealing.ts';

/** A credential with its secrets. */
export interface OpenedCredential {
  name: string;
  type: string;
  /** All of them, secret or not. */
  fields: JsonObject;
  secrets: Record<string, string>;
}

interface Row extends Omit<OpenedCredential, 'secrets'> {
  sealed: Uint8Array;
  isUseKnown: boolean;
}

/** Uses within so many seconds are one, so that a busy credential costs no write for each step. */
const USE_SECONDS = 60;

const READ: Statement = {
  name: 'open_credential',
  text: `SELECT name, type, fields, sealed, last_used_at > now() - interval '${USE_SECONDS} seconds' AS "isUseKnown"
    FROM credentials WHERE id = $1 AND organization_id = $2`,
};

/** The condition again: of several executors at once one writes. */
const TOUCH: Statement = {
  name: 'touch_credential',
  text: `UPDATE credentials SET last_used_at = now() WHERE id = $1 AND organization_id = $2
    AND (last_used_at IS NULL OR last_used_at <= now() - interval '${USE_SECONDS} seconds')`,
};

/**
 * Opens a credential for a step that uses it, or for a test, which counts as no use. null: the organization has none of
 * that id. @throws when no key opens it
 */
export async function openCredential(
  sql: Sql,
  keys: SecretsKeys,
  organizationId: string,
  id: string,
  { isUse }: { isUse: boolean },
): Promise<OpenedCredential | null> {
  const [row] = await sql.query<Row>(READ, [id, organizationId]);
  if (row === undefined) return null;
  if (isUse && !row.isUseKnown) await sql.query(TOUCH, [id, organizationId]);
  const { name, type, fields, sealed } = row;
  const opened = openSecret(keys, organizationId, credentialSecretName(id.toLowerCase()), sealed);
  const secrets = JSON.parse(opened) as Record<string, string>;
  return { name, type, fields: { ...fields, ...secrets }, secrets };
}
