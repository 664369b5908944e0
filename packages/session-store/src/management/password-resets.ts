import { Prisma, type PrismaClient } from '../generated/client.ts';
import { writeAudit, type Actor } from './audit-log.ts';
import { findAccounts } from './accounts.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { endOAuthConnections } from './oauth-connections.ts';
import { endOtherSignIns } from './sign-ins.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { readNow, readTimeIn } from '../postgres/read-clock.ts';

/** The person whose password a link changes. */
interface ResettableAccount {
  userId: string;
  email: string;
  name: string;
}

interface NewPasswordReset {
  /** SHA-256 of the token in the link. */
  tokenHash: Uint8Array<ArrayBuffer>;
  lifetimeMs: number;
}

type MemberResetOutcome =
  | { kind: 'made'; email: string; expiresAt: string }
  | { kind: 'not-found' }
  /** The member also belongs to other organizations, to which this organization's admin must not get access. */
  | { kind: 'in-other-organizations' };

/**
 * Creates a link that an admin sends to a member of this organization only. It replaces an older link of the member.
 */
export function makeMemberReset(
  scope: OrganizationScope,
  actor: Actor,
  memberId: string,
  reset: NewPasswordReset & { removesSecondFactor: boolean },
): Promise<MemberResetOutcome> {
  const { organizationId, prisma } = scope;
  return prisma.$transaction(async (database): Promise<MemberResetOutcome> => {
    const member = await database.member.findFirst({
      where: { id: memberId, organizationId },
      include: { user: { include: { members: true } } },
    });
    if (member === null) return { kind: 'not-found' };
    const { userId, user } = member;
    if (user.members.length > 1) return { kind: 'in-other-organizations' };
    const { removesSecondFactor, ...link } = reset;
    const expiresAt = await makeReset(database, { ...link, userId, organizationId, removesSecondFactor });
    await writeAudit(database, organizationId, actor, {
      action: 'member.password-reset',
      targetType: 'user',
      targetId: userId,
      detail: { email: user.email, removesSecondFactor },
    });
    return { kind: 'made', email: user.email, expiresAt: expiresAt.toISOString() };
  });
}

type OperatorReset = NewPasswordReset & { removesSecondFactor: boolean };

type OperatorResetOutcome =
  | { kind: 'made'; email: string; expiresAt: string }
  | { kind: 'not-found' }
  /** Several accounts have the e-mail address, which is not proven. `userIds` are their ids. */
  | { kind: 'ambiguous'; userIds: string[] };

/**
 * Creates a link that an operator sends to a person, identified by e-mail address or, if several accounts have it, by
 * user id.
 */
export function makeOperatorReset(
  prisma: PrismaClient,
  actor: Actor,
  emailOrId: string,
  { removesSecondFactor, ...link }: OperatorReset,
): Promise<OperatorResetOutcome> {
  return prisma.$transaction(async (database): Promise<OperatorResetOutcome> => {
    const users = await database.user.findMany({
      where: emailOrId.includes('@') ? { email: emailOrId.toLowerCase() } : { id: emailOrId },
      include: { members: true },
      orderBy: { id: 'asc' },
    });
    const [user, another] = users;
    if (user === undefined) return { kind: 'not-found' };
    if (another !== undefined) return { kind: 'ambiguous', userIds: users.map(({ id }) => id) };
    const reset = { ...link, userId: user.id, organizationId: null, removesSecondFactor, byOperator: true };
    const expiresAt = await makeReset(database, reset);
    for (const { organizationId } of user.members)
      await writeAudit(database, organizationId, actor, {
        action: 'member.password-reset',
        targetType: 'user',
        targetId: user.id,
        detail: { email: user.email, removesSecondFactor },
      });
    return { kind: 'made', email: user.email, expiresAt: expiresAt.toISOString() };
  });
}

/** Returns the accounts of an e-mail address with their organizations, for links that are mailed. */
export async function findAccountsToMail(
  prisma: PrismaClient,
  email: string,
): Promise<{ userId: string; organizationNames: string[] }[]> {
  const accounts = await findAccounts(prisma, email);
  const members = await prisma.member.findMany({
    where: { userId: { in: accounts.map((account) => account.userId) } },
    include: { organization: { select: { name: true } } },
    orderBy: { id: 'asc' },
  });
  return accounts.map(({ userId }) => ({
    userId,
    organizationNames: members.filter((one) => one.userId === userId).map((one) => one.organization.name),
  }));
}

/** Creates a link that is mailed to the account's e-mail address. */
export function makeMailedReset(prisma: PrismaClient, userId: string, reset: NewPasswordReset): Promise<Date> {
  return prisma.$transaction((database) =>
    makeReset(database, { ...reset, userId, organizationId: null, removesSecondFactor: false }),
  );
}

/**
 * Returns null if the link is unknown, used or expired, or if an admin created it before the person joined another
 * organization.
 */
export async function findPasswordReset(
  prisma: PrismaClient,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<ResettableAccount | null> {
  const reset = await findUsable(prisma, tokenHash);
  return reset === null ? null : { userId: reset.userId, email: reset.user.email, name: reset.user.name };
}

/**
 * Sets the password once, and ends every sign-in, connected application and other link of the person. A mailed link
 * proves the e-mail address. Returns false if `findPasswordReset` returns null.
 */
export function completePasswordReset(
  prisma: PrismaClient,
  tokenHash: Uint8Array<ArrayBuffer>,
  passwordHash: string,
): Promise<boolean> {
  return prisma.$transaction(async (database) => {
    // If two requests use one link, the second waits here and then finds that the link is deleted.
    await database.$queryRaw(Prisma.sql`SELECT id FROM password_resets WHERE token_hash = ${tokenHash} FOR UPDATE`);
    const reset = await findUsable(database, tokenHash);
    if (reset === null) return false;
    const { userId, organizationId, removesSecondFactor, byOperator } = reset;
    await database.account.updateMany({
      where: { userId, providerId: 'credential' },
      data: { password: passwordHash },
    });
    await database.passwordReset.deleteMany({ where: { userId } });
    await endOtherSignIns(database, userId, null);
    await endOAuthConnections(database, userId, null);
    if (removesSecondFactor) await database.twoFactor.deleteMany({ where: { userId } });
    await database.user.update({
      where: { id: userId },
      data: {
        ...(organizationId === null && !byOperator && { emailVerified: true }),
        ...(removesSecondFactor && { twoFactorEnabled: false }),
      },
    });
    if (organizationId !== null)
      await writeAudit(
        database,
        organizationId,
        { type: 'user', id: userId, name: reset.user.email },
        { action: 'member.password-set', targetType: 'user', targetId: userId },
      );
    return true;
  });
}

/**
 * Uses an operator's link that signs the person in. Returns the id of the user, or null if the link is unknown, used,
 * expired or of another kind.
 */
export function takeSignInLink(prisma: PrismaClient, tokenHash: Uint8Array<ArrayBuffer>): Promise<string | null> {
  return prisma.$transaction(async (database) => {
    await database.$queryRaw(Prisma.sql`SELECT id FROM password_resets WHERE token_hash = ${tokenHash} FOR UPDATE`);
    const link = await findUsable(database, tokenHash);
    if (link === null || !link.byOperator) return null;
    const { userId, removesSecondFactor } = link;
    await database.passwordReset.deleteMany({ where: { userId } });
    if (removesSecondFactor) {
      await database.twoFactor.deleteMany({ where: { userId } });
      await database.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } });
    }
    return userId;
  });
}

async function makeReset(
  database: Prisma.TransactionClient,
  { lifetimeMs, ...data }: NewPasswordReset & Omit<Prisma.PasswordResetUncheckedCreateInput, 'id' | 'expiresAt'>,
): Promise<Date> {
  const expiresAt = await readTimeIn(database, lifetimeMs);
  // A request for a mail must not invalidate a link that an admin has created.
  await database.passwordReset.deleteMany({
    where: {
      userId: data.userId,
      organizationId: data.organizationId ?? null,
      byOperator: data.byOperator ?? false,
    },
  });
  await database.passwordReset.create({ data: { id: timeOrderedId(), expiresAt, ...data } });
  return expiresAt;
}

async function findUsable(database: Prisma.TransactionClient, tokenHash: Uint8Array<ArrayBuffer>) {
  const reset = await database.passwordReset.findUnique({
    where: { tokenHash },
    include: { user: { include: { members: true } } },
  });
  if (reset === null || reset.expiresAt <= (await readNow(database))) return null;
  const { organizationId, user } = reset;
  const isTheirsAlone = user.members.length === 1 && user.members[0]?.organizationId === organizationId;
  return organizationId === null || isTheirsAlone ? reset : null;
}
