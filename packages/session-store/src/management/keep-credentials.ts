import type { Reference } from '@workflow/workflow-model';
import type { Prisma } from '../generated/client.ts';

/**
 * Keeps the credentials that a definition refers to from being deleted until the transaction ends. false: one of them
 * is gone. The lock of the workflow comes before these; deleting a credential locks no workflow.
 */
export async function keepCredentials(
  database: Prisma.TransactionClient,
  organizationId: string,
  references: readonly Reference[],
): Promise<boolean> {
  const ids = new Set(references.filter(({ kind }) => kind === 'credential').map(({ target }) => target));
  if (ids.size === 0) return true;
  // Steps that note their use meanwhile do not wait for it.
  const kept = await database.$queryRaw<unknown[]>`SELECT id FROM credentials
    WHERE organization_id = ${organizationId}::uuid AND id = ANY (${[...ids]}::uuid[]) ORDER BY id FOR KEY SHARE`;
  return kept.length === ids.size;
}
