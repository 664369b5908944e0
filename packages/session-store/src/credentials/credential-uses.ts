import { findUses, type UseView } from '../management/references.ts';
import type { PrismaDb } from '../postgres/prisma-db.ts';

/** A workflow that references a credential, or an app that signs in with it. */
export type CredentialUse = UseView | { appId: string; name: string; published: true };

const MAX_APPS = 20;

/** Returns the first workflows and apps that use each of some credentials. */
export async function findCredentialUses(
  { prisma, organizationId }: { prisma: PrismaDb; organizationId: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, CredentialUse[]>> {
  const workflows = await findUses({ prisma, organizationId }, 'credential', ids);
  const uses = new Map(ids.map((id): [string, CredentialUse[]] => [id, [...(workflows.get(id) ?? [])]]));
  if (ids.length === 0) return uses;
  const apps = await prisma.app.findMany({
    where: { organizationId, credentialId: { in: [...ids] } },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, credentialId: true },
  });
  for (const { id, name, credentialId } of apps) {
    const usesOfOne = uses.get(credentialId ?? '') ?? [];
    if (usesOfOne.filter((use) => 'appId' in use).length < MAX_APPS)
      usesOfOne.push({ appId: id, name, published: true });
  }
  return uses;
}

/** Returns the names of the first apps that sign in with a credential. */
export async function findAppsWith(
  database: PrismaDb,
  organizationId: string,
  credentialId: string,
): Promise<string[]> {
  const where = { organizationId, credentialId };
  const apps = await database.app.findMany({ where, orderBy: { name: 'asc' }, take: MAX_APPS, select: { name: true } });
  return apps.map(({ name }) => name);
}
