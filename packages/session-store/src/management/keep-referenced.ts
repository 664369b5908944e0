import type { Reference, ReferenceKind } from '@workflow/workflow-model';
import type { Prisma } from '../generated/client.ts';

/**
 * Keeps the credentials and tables that a definition refers to from being deleted until the transaction ends. false:
 * one of them is gone. The lock of the workflow comes before these; deleting one of them locks no workflow.
 */
export async function keepReferenced(
  database: Prisma.TransactionClient,
  organizationId: string,
  references: readonly Reference[],
): Promise<boolean> {
  const targets = (kind: ReferenceKind): string[] => [
    ...new Set(references.filter((reference) => reference.kind === kind).map(({ target }) => target)),
  ];
  const [ids, names] = [targets('credential'), targets('table')];
  // Steps that use them meanwhile do not wait for it.
  const kept =
    ids.length === 0
      ? []
      : await database.$queryRaw<unknown[]>`SELECT id FROM credentials
          WHERE organization_id = ${organizationId}::uuid AND id = ANY (${ids}::uuid[]) ORDER BY id FOR KEY SHARE`;
  const tables =
    names.length === 0
      ? []
      : await database.$queryRaw<unknown[]>`SELECT id FROM collections
          WHERE organization_id = ${organizationId}::uuid AND name = ANY (${names}::text[]) ORDER BY id FOR KEY SHARE`;
  return kept.length === ids.length && tables.length === names.length;
}
