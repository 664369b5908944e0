import type { JsonObject } from '@workflow/workflow-model';
import type { Credential } from '../generated/client.ts';
import type { GrantView } from './grant-of.ts';
import type { UseView } from '../management/references.ts';

/** A credential without its secrets. */
export interface CredentialView {
  id: string;
  name: string;
  type: string;
  /** Those that are not secret. */
  fields: JsonObject;
  createdAt: string;
  updatedAt: string;
  /** By a step, to the minute; null: never. */
  lastUsedAt: string | null;
  /** The first workflows whose last published version names it. */
  usedBy: UseView[];
  /** null: nothing was ever granted to it, as to all but those of OAuth. */
  grant: GrantView | null;
}

export function credentialView(
  row: Omit<Credential, 'sealed'>,
  usedBy: UseView[],
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
