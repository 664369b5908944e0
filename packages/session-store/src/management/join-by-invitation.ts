import type { OrganizationLimits } from '../organization/organization-limits.ts';
import { requireRoom } from './require-room.ts';
import type { Prisma, PrismaClient } from '../generated/client.ts';
import { createAccount, lockAddress, MAX_ACCOUNTS_PER_ADDRESS } from './accounts.ts';
import { writeAudit } from './audit-log.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';
import { readNow } from '../postgres/read-clock.ts';

interface InvitationView {
  id: string;
  email: string;
  role: string;
  organizationId: string;
  organizationName: string;
  inviterName: string;
  expiresAt: string;
}

/** The account that joins: an existing account of the invited e-mail address, or a new one. */
export type JoiningAccount = { userId: string } | { name: string; passwordHash: string };

type JoinOutcome =
  | { kind: 'joined'; userId: string }
  | { kind: 'not-found' }
  /** A member of the organization has this e-mail address. */
  | { kind: 'member-exists' }
  /** `MAX_ACCOUNTS_PER_ADDRESS` accounts have the e-mail address. */
  | { kind: 'too-many-accounts' };

/** Uses the invitation to create a membership, and creates the account if there is none. */
export function joinByInvitation(
  prisma: PrismaClient,
  limits: OrganizationLimits,
  invitationId: string,
  account: JoiningAccount,
): Promise<JoinOutcome> {
  return prisma.$transaction(async (database) => {
    const invitation = await takeInvitation(database, invitationId);
    if (invitation === undefined) return { kind: 'not-found' };
    const { organizationId, email } = invitation;
    const isMember = await database.member.findFirst({ where: { organizationId, user: { email } } });
    if (isMember !== null) return { kind: 'member-exists' };
    await requireRoom({ organizationId, limits }, database, 'members', () =>
      database.member.count({ where: { organizationId } }),
    );
    if (!('userId' in account) && !(await mayMakeAccount(database, email))) return { kind: 'too-many-accounts' };
    const role = invitation.role === 'admin' ? 'admin' : 'member';
    const userId = 'userId' in account ? account.userId : await createAccount(database, { email, ...account });
    await database.member.create({ data: { id: timeOrderedId(), organizationId, userId, role } });
    await database.invitation.update({ where: { id: invitationId }, data: { status: 'accepted' } });
    await writeAudit(
      database,
      organizationId,
      { type: 'user', id: userId, name: email },
      { action: 'member.join', targetType: 'user', targetId: userId, detail: { email, role } },
    );
    return { kind: 'joined', userId };
  });
}

const TAKE = statement<{ invitationId: string }>()(
  'take_invitation',
  `SELECT organization_id AS "organizationId", lower(email) AS email, role FROM invitations
    WHERE id = $invitationId::uuid AND status = 'pending' AND expires_at > now()
    FOR UPDATE`,
  { organizationId: 'uuid', email: 'text', role: 'text?' },
);

async function takeInvitation(database: Prisma.TransactionClient, invitationId: string) {
  const [invitation] = await queryIn(database)(...TAKE.with({ invitationId }));
  return invitation;
}

/**
 * Returns true if the e-mail address may get another account. Accounts without an organization and a proven address do
 * not count, because a sign-in compares them last.
 */
async function mayMakeAccount(database: Prisma.TransactionClient, email: string): Promise<boolean> {
  await lockAddress(database, email);
  const count = await database.user.count({
    where: { email, OR: [{ emailVerified: true }, { members: { some: {} } }] },
  });
  return count < MAX_ACCOUNTS_PER_ADDRESS;
}

/** Returns an invitation that is pending and not expired, or null. */
export async function readInvitation(prisma: PrismaClient, invitationId: string): Promise<InvitationView | null> {
  const invitation = await prisma.invitation.findUnique({
    where: { id: invitationId },
    include: { organization: true, inviter: true },
  });
  if (invitation === null || invitation.status !== 'pending' || invitation.expiresAt <= (await readNow(prisma)))
    return null;
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role ?? 'member',
    organizationId: invitation.organizationId,
    organizationName: invitation.organization.name,
    inviterName: invitation.inviter.name,
    expiresAt: invitation.expiresAt.toISOString(),
  };
}
