import { Prisma, type PrismaClient } from '../generated/client.ts';
import type { OrganizationLimits } from '../organization/organization-limits.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { lockAddress } from './accounts.ts';
import { writeAudit, type AuditEntry } from './audit-log.ts';
import { isLastAdmin } from './last-admin.ts';
import { endOAuthConnections } from './oauth-connections.ts';
import { requireRoom } from './require-room.ts';
import { endOtherSignIns } from './sign-ins.ts';
import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';

/** The id of the issuer in the accounts library, which is the last segment of `/api/auth/callback/oidc`. */
export const OIDC_PROVIDER = 'oidc';

/** A person whose sign-in the issuer confirmed. */
export interface ConfirmedPerson {
  /** Identifies the person permanently: the issuer, and the id that it gives the person. */
  accountId: string;
  email: string;
  /** True if the issuer confirms that the e-mail address belongs to the person. */
  emailVerified: boolean;
  name: string;
  /** The role that the issuer gives in `organization`; null if the issuer does not decide about roles. */
  role: 'admin' | 'member' | null;
  /** The slug of the organization that new people join; null if they need an account or an invitation. */
  organization: string | null;
  /** The invitation that the person opened. */
  invitationId: string | null;
  /** The sealed ID token, which the issuer requires when the person signs out. */
  idToken: string | null;
}

export type AdmitOutcome =
  | { kind: 'admitted'; userId: string }
  /** No account and no invitation has this e-mail address. */
  | { kind: 'no-account' }
  /** The e-mail address is not confirmed, or another person of the organization has it. */
  | { kind: 'address-taken' }
  /** The invitation is for another e-mail address, or no longer open. */
  | { kind: 'invitation-unusable' }
  /** No organization has the configured slug. */
  | { kind: 'organization-missing' };

interface Joining {
  organizationId: string;
  role: 'admin' | 'member';
  invitationId: string | null;
}

/**
 * Finds or creates the account of a person whom the issuer confirmed, makes it a member, and updates its role. An
 * e-mail address that the issuer does not confirm never leads to an existing account (docs/decisions/0551).
 * @throws LimitReachedError if the organization is full
 */
export function admitPerson(
  prisma: PrismaClient,
  limits: OrganizationLimits,
  person: ConfirmedPerson,
): Promise<AdmitOutcome> {
  return prisma.$transaction(async (database): Promise<AdmitOutcome> => {
    await lockAddress(database, person.email);
    const home = await findOrganization(database, person);
    if (home === undefined) return { kind: 'organization-missing' };
    const linkedAccount = await findLinked(database, person.accountId);
    const linkable = linkedAccount === null ? await findLinkable(database, person, home) : null;
    const account = linkedAccount ?? linkable;
    const joining = await findJoining(database, person, {
      home,
      isNew: linkedAccount === null,
      isAlone: account === null,
    });
    if (joining === 'unusable') return { kind: 'invitation-unusable' };
    if (account === null && joining === null) return { kind: 'no-account' };
    if (joining !== null && (await isTaken(database, joining, person.email, account))) return { kind: 'address-taken' };
    const userId = account ?? (await createUser(database, person));
    await writeAccount(database, person, userId);
    const joined = joining !== null && (await join(database, limits, { ...joining, userId, email: person.email }));
    if (joined) await dropUnprovenPassword(database, userId, null);
    if (home !== null && person.role !== null) await setRole(database, home, { userId, role: person.role });
    await auditSignIn(database, userId, person.email);
    return { kind: 'admitted', userId };
  });
}

async function findOrganization(
  database: Prisma.TransactionClient,
  { organization: slug }: ConfirmedPerson,
): Promise<string | null | undefined> {
  if (slug === null) return null;
  return (await database.organization.findUnique({ where: { slug }, select: { id: true } }))?.id;
}

async function findLinked(database: Prisma.TransactionClient, accountId: string): Promise<string | null> {
  const where = { providerId_accountId: { providerId: OIDC_PROVIDER, accountId } };
  return (await database.account.findUnique({ where, select: { userId: true } }))?.userId ?? null;
}

const FIND_LINKABLE = statement<{ email: string; issuer: string; home: string | null }>()(
  'find_linkable_account',
  `SELECT u.id FROM users u
    WHERE u.email = $email
      AND NOT EXISTS (SELECT FROM accounts a WHERE a.user_id = u.id AND a.provider_id = '${OIDC_PROVIDER}'
                        AND starts_with(a.account_id, $issuer))
      AND ($home::uuid IS NULL OR u.email_verified
           OR EXISTS (SELECT FROM members m WHERE m.user_id = u.id AND m.organization_id = $home::uuid))
    ORDER BY EXISTS (SELECT FROM members m WHERE m.user_id = u.id AND m.organization_id = $home::uuid) DESC,
      u.email_verified DESC, EXISTS (SELECT FROM members m WHERE m.user_id = u.id) DESC, u.id
    LIMIT 1`,
  { id: 'uuid' },
);

/**
 * Returns the account with a confirmed e-mail address that no other person of the issuer has. If new people join an
 * organization, an account without a proven address that is not a member there may belong to a stranger, and is not
 * returned.
 */
async function findLinkable(
  database: Prisma.TransactionClient,
  { email, emailVerified, accountId }: ConfirmedPerson,
  home: string | null,
): Promise<string | null> {
  if (!emailVerified) return null;
  const issuer = `${accountId.slice(0, accountId.lastIndexOf('#'))}#`;
  const [linkable] = await queryIn(database)(...FIND_LINKABLE.with({ email, issuer, home }));
  return linkable?.id ?? null;
}

/** Returns what the sign-in joins: the opened invitation, the organization of new people, or an open invitation. */
async function findJoining(
  database: Prisma.TransactionClient,
  { email, emailVerified, invitationId, role }: ConfirmedPerson,
  { home, isNew, isAlone }: { home: string | null; isNew: boolean; isAlone: boolean },
): Promise<Joining | null | 'unusable'> {
  if (invitationId !== null) {
    const invitation = await findInvitation(database, email, invitationId);
    if (invitation === null) return 'unusable';
    return { ...invitation, role: invitation.organizationId === home ? (role ?? invitation.role) : invitation.role };
  }
  if (home !== null) return isNew ? { organizationId: home, role: role ?? 'member', invitationId: null } : null;
  return isAlone && emailVerified ? findInvitation(database, email, null) : null;
}

const FIND_INVITATION = statement<{ email: string; id: string | null }>()(
  'find_invitation_of_address',
  `SELECT id, organization_id AS "organizationId", role FROM invitations
    WHERE lower(email) = $email AND ($id::uuid IS NULL OR id = $id::uuid)
      AND status = 'pending' AND expires_at > now()
    ORDER BY created_at DESC LIMIT 1 FOR UPDATE`,
  { id: 'uuid', organizationId: 'uuid', role: 'text?' },
);

/**
 * Locks and returns this invitation for the e-mail address, or the newest one if it is `null`. Returns null if none is
 * open.
 */
async function findInvitation(
  database: Prisma.TransactionClient,
  email: string,
  id: string | null,
): Promise<Joining | null> {
  const [invitation] = await queryIn(database)(...FIND_INVITATION.with({ email, id }));
  if (invitation === undefined) return null;
  const role = invitation.role === 'admin' ? 'admin' : 'member';
  return { organizationId: invitation.organizationId, role, invitationId: invitation.id };
}

/** Returns true if another member of the organization has the e-mail address (docs/decisions/0086). */
async function isTaken(
  database: Prisma.TransactionClient,
  { organizationId }: Joining,
  email: string,
  userId: string | null,
): Promise<boolean> {
  const otherMember = await database.member.findFirst({
    where: { organizationId, user: { email }, ...(userId !== null && { userId: { not: userId } }) },
    select: { id: true },
  });
  return otherMember !== null;
}

async function createUser(
  database: Prisma.TransactionClient,
  { name, email, emailVerified }: ConfirmedPerson,
): Promise<string> {
  const id = timeOrderedId();
  await database.user.create({ data: { id, name, email, emailVerified } });
  return id;
}

async function writeAccount(
  database: Prisma.TransactionClient,
  { accountId, idToken }: ConfirmedPerson,
  userId: string,
): Promise<void> {
  await database.account.upsert({
    where: { providerId_accountId: { providerId: OIDC_PROVIDER, accountId } },
    create: { id: timeOrderedId(), providerId: OIDC_PROVIDER, accountId, userId, idToken },
    update: { idToken },
  });
}

/** Returns true if the person was not a member before. */
async function join(
  database: Prisma.TransactionClient,
  limits: OrganizationLimits,
  { organizationId, role, invitationId, userId, email }: Joining & { userId: string; email: string },
): Promise<boolean> {
  const where = { organizationId_userId: { organizationId, userId } };
  const isMember = (await database.member.findUnique({ where, select: { id: true } })) !== null;
  if (!isMember) {
    await requireRoom({ organizationId, limits }, database, 'members', () =>
      database.member.count({ where: { organizationId } }),
    );
    await database.member.create({ data: { id: timeOrderedId(), organizationId, userId, role } });
    await auditPerson(database, organizationId, { userId, email }, 'member.join', { role });
  }
  if (invitationId !== null)
    await database.invitation.update({ where: { id: invitationId }, data: { status: 'accepted' } });
  return !isMember;
}

async function setRole(
  database: Prisma.TransactionClient,
  organizationId: string,
  { userId, role }: { userId: string; role: string },
): Promise<void> {
  const member = await database.member.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    include: { user: { select: { email: true } } },
  });
  if (member === null || member.role === role) return;
  const person = { userId, email: member.user.email };
  if (role !== 'admin' && (await isLastAdmin(database, organizationId, userId))) {
    await auditPerson(database, organizationId, person, 'member.update-refused', { role });
    return;
  }
  await database.member.update({ where: { id: member.id }, data: { role } });
  await auditPerson(database, organizationId, person, 'member.update', { role });
}

/** Maximum number of memberships whose audit logs record one sign-in. */
const MAX_AUDITED = 100;

async function auditSignIn(database: Prisma.TransactionClient, userId: string, email: string): Promise<void> {
  const members = await database.member.findMany({ where: { userId }, take: MAX_AUDITED, orderBy: { id: 'asc' } });
  for (const { organizationId, role } of members)
    await auditPerson(database, organizationId, { userId, email }, 'member.sign-in', { role });
}

async function auditPerson(
  database: Prisma.TransactionClient,
  organizationId: string,
  { userId, email }: { userId: string; email: string },
  action: string,
  detail: NonNullable<AuditEntry['detail']>,
): Promise<void> {
  await writeAudit(
    database,
    organizationId,
    { type: 'user', id: userId, name: email },
    { action, targetType: 'user', targetId: userId, detail: { email, ...detail, way: 'oidc' } },
  );
}

/**
 * Removes the password of an account whose e-mail address was not proven before its owner signed in at the issuer,
 * because a stranger may have set it. Ends the account's other sign-ins, and marks the address as proven.
 */
export async function dropUnprovenPassword(
  database: Prisma.TransactionClient | PrismaClient,
  userId: string,
  currentSignInId: string | null,
): Promise<void> {
  const dropped = await database.$executeRaw(Prisma.sql`
    DELETE FROM accounts p USING users u
    WHERE p.user_id = ${userId}::uuid AND p.provider_id = 'credential' AND u.id = p.user_id AND NOT u.email_verified
      AND EXISTS (SELECT FROM accounts o WHERE o.user_id = u.id AND o.provider_id = ${OIDC_PROVIDER}
                    AND o.created_at >= p.updated_at)`);
  if (dropped === 0) return;
  await database.user.update({ where: { id: userId }, data: { emailVerified: true } });
  await endOtherSignIns(database, userId, currentSignInId);
}

/** Ends the sign-ins and connected applications of a person whom the issuer no longer admits. */
export async function endIssuerSignIns(prisma: PrismaClient, accountId: string): Promise<void> {
  const account = await prisma.account.findUnique({
    where: { providerId_accountId: { providerId: OIDC_PROVIDER, accountId } },
    select: { userId: true },
  });
  if (account === null) return;
  await prisma.authSession.deleteMany({ where: { userId: account.userId, way: OIDC_PROVIDER } });
  await endOAuthConnections(prisma, account.userId, null);
}

/** Ends every sign-in by a password, because only the issuer signs people in. */
export async function endPasswordSignIns(prisma: PrismaClient): Promise<void> {
  await prisma.authSession.deleteMany({ where: { way: 'password' } });
}
