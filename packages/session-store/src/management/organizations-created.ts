import { Prisma, type PrismaClient } from '../generated/client.ts';

/**
 * Counts one more organization that the user creates. Returns false without counting if there are `max`. It is one
 * statement, so that simultaneous requests cannot exceed the limit together.
 */
export async function mayCreateOrganization(prisma: PrismaClient, userId: string, max: number): Promise<boolean> {
  const counted = await prisma.$executeRaw(Prisma.sql`
    UPDATE users SET organizations_created = organizations_created + 1
    WHERE id = ${userId}::uuid AND organizations_created < ${max}`);
  return counted === 1;
}

/** Subtracts an organization that was counted and then not created. */
export async function returnOrganization(prisma: PrismaClient, userId: string): Promise<void> {
  await prisma.$executeRaw(Prisma.sql`
    UPDATE users SET organizations_created = GREATEST(organizations_created - 1, 0) WHERE id = ${userId}::uuid`);
}
