import type { Reference, ReferenceKind } from '@workflow/workflow-model';
import type { Prisma } from '../generated/client.ts';

/**
 * Locks the credentials, tables and apps that a definition references, so that they are not deleted until the
 * transaction ends. Returns false if one is deleted already. Lock the workflow first; a deletion of a reference locks
 * no workflow.
 */
export async function lockReferenced(
  database: Prisma.TransactionClient,
  organizationId: string,
  references: readonly Reference[],
): Promise<boolean> {
  const targets = (kind: ReferenceKind): string[] => [
    ...new Set(references.filter((reference) => reference.kind === kind).map(({ target }) => target)),
  ];
  const [ids, names, apps] = [targets('credential'), targets('table'), targets('app')];
  // Steps that use the credentials do not wait for this lock.
  const credentials =
    ids.length === 0
      ? []
      : await database.$queryRaw<unknown[]>`SELECT id FROM credentials
          WHERE organization_id = ${organizationId}::uuid AND id = ANY (${ids}::uuid[]) ORDER BY id FOR KEY SHARE`;
  const tables =
    names.length === 0
      ? []
      : await database.$queryRaw<unknown[]>`SELECT id FROM collections
          WHERE organization_id = ${organizationId}::uuid AND name = ANY (${names}::text[]) ORDER BY id FOR KEY SHARE`;
  const lockedCount =
    apps.length === 0
      ? []
      : await database.$queryRaw<unknown[]>`SELECT id FROM apps
          WHERE organization_id = ${organizationId}::uuid AND id = ANY (${apps}::uuid[]) ORDER BY id FOR KEY SHARE`;
  return credentials.length === ids.length && tables.length === names.length && lockedCount.length === apps.length;
}
