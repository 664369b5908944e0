import type { JsonObject } from '@workflow/workflow-model';
import type { Credential } from '../generated/client.ts';
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
}

export function credentialView(row: Omit<Credential, 'sealed'>, usedBy: UseView[]): CredentialView {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    fields: row.fields as JsonObject,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    usedBy,
  };
}
