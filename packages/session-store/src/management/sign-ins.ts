import type { PrismaClient } from '../generated/client.ts';
import type { PrismaDb } from '../postgres/prisma-db.ts';
import { readNow } from '../postgres/read-clock.ts';

/** A person's sign-in in one browser. */
interface SignInView {
  id: string;
  signedInAt: string;
  /** When the cookie was last renewed, at most a day behind. */
  lastSeenAt: string;
  expiresAt: string;
  address: string | null;
  userAgent: string | null;
}

/** Maximum number of listed sign-ins, far more than a person has. */
const MAX_LISTED = 200;

/** Returns the valid cookie sessions of the user, newest first. */
export async function listSignIns(prisma: PrismaClient, userId: string): Promise<SignInView[]> {
  const rows = await prisma.authSession.findMany({
    where: { userId, expiresAt: { gt: await readNow(prisma) } },
    orderBy: { createdAt: 'desc' },
    take: MAX_LISTED,
  });
  return rows.map((row) => ({
    id: row.id,
    signedInAt: row.createdAt.toISOString(),
    lastSeenAt: row.updatedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    address: row.ipAddress,
    userAgent: row.userAgent,
  }));
}

/** Returns false if the user has no such cookie session. */
export async function endSignIn(prisma: PrismaClient, userId: string, signInId: string): Promise<boolean> {
  const { count } = await prisma.authSession.deleteMany({ where: { id: signInId, userId } });
  return count > 0;
}

/** Makes a cookie session expire not later than this time. */
export async function limitSignIn(prisma: PrismaClient, signInId: string, latest: Date): Promise<void> {
  await prisma.authSession.updateMany({
    where: { id: signInId, expiresAt: { gt: latest } },
    data: { expiresAt: latest },
  });
}

/** Ends every cookie session of the user, except the given one. */
export async function endOtherSignIns(database: PrismaDb, userId: string, exceptId: string | null): Promise<void> {
  await database.authSession.deleteMany({ where: { userId, ...(exceptId !== null && { id: { not: exceptId } }) } });
}
