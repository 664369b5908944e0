import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { Prisma, type PrismaClient } from '../generated/client.ts';
import { writeAudit } from './audit-log.ts';
import type { AcceptInvitationOutcome, FirstAdmin, InvitationView, People } from './contract.ts';
import { TRANSACTION_TIMES } from './management-database.ts';
import { returnTry, takeTry } from './try-counter.ts';

/** Any number that no other advisory lock uses; replicas that start together must choose the same. */
const FIRST_ADMIN_LOCK = 7_310_001n;

export function people(prisma: PrismaClient): People {
  return {
    database: prisma,
    anyUser: async () => (await prisma.user.findFirst({ select: { id: true } })) !== null,
    createFirstAdmin: (admin) => createFirstAdmin(prisma, admin),
    findRole: async (userId, organizationId) => {
      const member = await prisma.member.findUnique({ where: { organizationId_userId: { organizationId, userId } }, select: { role: true } });
      return member?.role ?? null;
    },
    findHomeOrganization: (userId) => findHomeOrganization(prisma, userId),
    readInvitation: (invitationId) => readInvitation(prisma, invitationId),
    acceptInvitationWithNewAccount: (invitationId, account) => acceptInvitation(prisma, invitationId, account),
    takeTry: (key, max, windowMs) => takeTry(prisma, key, max, windowMs),
    returnTry: (key) => returnTry(prisma, key),
  };
}

function createFirstAdmin(prisma: PrismaClient, admin: FirstAdmin): Promise<boolean> {
  return prisma.$transaction(async (database) => {
    await database.$executeRaw(Prisma.sql`SELECT pg_advisory_xact_lock(${FIRST_ADMIN_LOCK}::bigint)`);
    if ((await database.user.findFirst({ select: { id: true } })) !== null) return false;
    const organization = (await findToJoin(database, admin)) ?? (await createOrganization(database, admin.organizationName));
    const userId = await createAccount(database, admin);
    await database.member.create({ data: { id: uuidv7(), organizationId: organization.id, userId, role: 'admin' } });
    await writeAudit(database, organization.id, { type: 'user', id: userId, name: admin.email }, {
      action: 'member.join',
      targetType: 'user',
      targetId: userId,
      detail: { email: admin.email, role: 'admin' },
    });
    return true;
  }, TRANSACTION_TIMES);
}

async function findToJoin(database: Prisma.TransactionClient, admin: FirstAdmin): Promise<{ id: string } | null> {
  return admin.joinOrganization === undefined ? null : database.organization.findUnique({ where: { slug: admin.joinOrganization } });
}

async function createOrganization(database: Prisma.TransactionClient, name: string): Promise<{ id: string }> {
  const wanted = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'organization';
  const taken = await database.organization.findUnique({ where: { slug: wanted }, select: { id: true } });
  const slug = taken === null ? wanted : `${wanted}-${uuidv4().slice(0, 8)}`;
  return database.organization.create({ data: { id: uuidv7(), name, slug } });
}

async function findHomeOrganization(prisma: PrismaClient, userId: string): Promise<string | null> {
  const [home] = await prisma.$queryRaw<{ organization_id: string }[]>(Prisma.sql`
    SELECT m.organization_id FROM members m
    LEFT JOIN auth_sessions s ON s.user_id = m.user_id AND s.active_organization_id = m.organization_id
    WHERE m.user_id = ${userId}::uuid
    ORDER BY s.created_at DESC NULLS LAST, m.id
    LIMIT 1`);
  return home?.organization_id ?? null;
}

async function readInvitation(prisma: PrismaClient, invitationId: string): Promise<InvitationView | null> {
  const invitation = await prisma.invitation.findUnique({
    where: { id: invitationId },
    include: { organization: true, inviter: true },
  });
  if (invitation === null || invitation.status !== 'pending' || invitation.expiresAt <= new Date()) return null;
  const account = await prisma.user.findUnique({ where: { email: invitation.email }, select: { id: true } });
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role ?? 'member',
    organizationId: invitation.organizationId,
    organizationName: invitation.organization.name,
    inviterName: invitation.inviter.name,
    expiresAt: invitation.expiresAt.toISOString(),
    accountExists: account !== null,
  };
}

function acceptInvitation(
  prisma: PrismaClient,
  invitationId: string,
  account: { name: string; passwordHash: string },
): Promise<AcceptInvitationOutcome> {
  return prisma.$transaction(async (database) => {
    const [invitation] = await database.$queryRaw<{ organization_id: string; email: string; role: string | null }[]>(Prisma.sql`
      SELECT organization_id, email, role FROM invitations
      WHERE id = ${invitationId}::uuid AND status = 'pending' AND expires_at > now()
      FOR UPDATE`);
    if (invitation === undefined) return { kind: 'not-found' };
    const { organization_id: organizationId, email } = invitation;
    if ((await database.user.findUnique({ where: { email }, select: { id: true } })) !== null) return { kind: 'account-exists' };
    const role = invitation.role === 'admin' ? 'admin' : 'member';
    const userId = await createAccount(database, { email, ...account });
    await database.member.create({ data: { id: uuidv7(), organizationId, userId, role } });
    await database.invitation.update({ where: { id: invitationId }, data: { status: 'accepted' } });
    await writeAudit(database, organizationId, { type: 'user', id: userId, name: email }, {
      action: 'member.join',
      targetType: 'user',
      targetId: userId,
      detail: { email, role },
    });
    return { kind: 'accepted', userId, organizationId };
  }, TRANSACTION_TIMES);
}

/** A user with a password, as the accounts library itself would write them. */
async function createAccount(database: Prisma.TransactionClient, account: { name: string; email: string; passwordHash: string }): Promise<string> {
  const userId = uuidv7();
  await database.user.create({ data: { id: userId, name: account.name, email: account.email.toLowerCase(), emailVerified: true } });
  await database.account.create({
    data: { id: uuidv7(), accountId: userId, providerId: 'credential', userId, password: account.passwordHash },
  });
  return userId;
}
