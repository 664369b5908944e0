import { Prisma, type PrismaClient } from '../generated/client.ts';

/**
 * Counts one more organization that the user creates; false, and not counted, once there are `max`. One statement, so
 * that requests at the same time cannot pass together.
 */
export async function mayCreateOrganization(prisma: PrismaClient, userId: string, max: number): Promise<boolean> {
  const counted = await prisma.$executeRaw(Prisma.sql`
    UPDATE users SET organizations_created = organizations_created + 1
    WHERE id = ${userId}::uuid AND organizations_created < ${max}`);
  return counted === 1;
}

/** Takes back one that was counted and then not created. */
export async function returnOrganization(prisma: PrismaClient, userId: string): Promise<void> {
  await prisma.$executeRaw(Prisma.sql`
    UPDATE users SET organizations_created = GREATEST(organizations_created - 1, 0) WHERE id = ${userId}::uuid`);
}
