import type { JsonObject } from '@workflow/workflow-model';
import type { Credential } from '../generated/client.ts';
import type { GrantView } from './grant-of.ts';
import type { CredentialUse } from './credential-uses.ts';

/** A credential without its secrets. */
export interface CredentialView {
  id: string;
  name: string;
  type: string;
  /** The fields that are not secret. */
  fields: JsonObject;
  createdAt: string;
  updatedAt: string;
  /** The last use by a step, accurate to the minute; null if it was never used. */
  lastUsedAt: string | null;
  /** The first workflows whose last published version uses it, and the apps that sign in with it. */
  usedBy: CredentialUse[];
  /** null if nothing was ever granted to it. Only OAuth credentials have grants. */
  grant: GrantView | null;
}

export function credentialView(
  row: Omit<Credential, 'sealed'>,
  usedBy: CredentialUse[],
  grant: GrantView | null,
): CredentialView {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    fields: row.fields as JsonObject,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    usedBy,
    grant,
  };
}
