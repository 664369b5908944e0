import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import { v4 as uuidv4 } from 'uuid';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { Prisma, type PrismaClient } from '../generated/client.ts';
import { findKey } from './api-keys.ts';
import {
  createAccount,
  createAccountWithoutPassword,
  findAccounts,
  mayCreateOrganization,
  returnOrganization,
} from './accounts.ts';
import {
  admitPerson,
  dropUnprovenPassword,
  endIssuerSignIns,
  endPasswordSignIns,
  type ConfirmedPerson,
} from './admit-person.ts';
import { writeAudit } from './audit-log.ts';
import type { OrganizationLimits } from '../organization/organization-limits.ts';
import { findHomeOrganization } from './home-organization.ts';
import { joinByInvitation, readInvitation, type JoiningAccount } from './join-by-invitation.ts';
import {
  completePasswordReset,
  findAccountsToMail,
  findPasswordReset,
  makeMailedReset,
  takeSignInLink,
} from './password-resets.ts';
import { answerDeviceSignIn, askDeviceSignIn, beginDeviceSignIn, findDeviceSignIn } from './device-sign-ins.ts';
import { findMembership, secondFactorRequired } from './second-factor.ts';
import { endOtherSignIns, endSignIn, limitSignIn, listSignIns } from './sign-ins.ts';
import {
  countOAuthClients,
  findOAuthGrant,
  forgetOAuthConsent,
  storeOAuthSettings,
  pruneOAuth,
  readOAuthClientName,
  setOAuthRedirectUris,
} from './oauth.ts';
import { endOAuthConnections, storeOAuthConnection, pruneOAuthConnections } from './oauth-connections.ts';
import { returnAttempt, takeAttempt } from './attempt-counter.ts';

interface FirstAdmin {
  name: string;
  email: string;
  /** Null if people sign in only at the issuer. */
  passwordHash: string | null;
  /** The name of the new organization. */
  organizationName: string;
  /** Slug of an existing organization to join instead. */
  joinOrganization?: string;
}

export type People = ReturnType<typeof openPeople>;

/** Opens operations on people's accounts that the accounts library lacks. */
export function openPeople(prisma: PrismaClient, limits: OrganizationLimits) {
  const on = operationsOn(prisma);
  return {
    /** The client itself. Only tests use it. */
    database: prisma as object,
    anyUser: async () => (await prisma.user.findFirst({ select: { id: true } })) !== null,
    createFirstAdmin: on(createFirstAdmin),
    findRole: on(findRole),
    findMembership: on(findMembership),
    findAccountsToMail: on(findAccountsToMail),
    makeMailedReset: on(makeMailedReset),
    findPasswordReset: on(findPasswordReset),
    completePasswordReset: on(completePasswordReset),
    takeSignInLink: on(takeSignInLink),
    admitPerson: (person: ConfirmedPerson) => admitPerson(prisma, limits, person),
    dropUnprovenPassword: on(dropUnprovenPassword),
    endIssuerSignIns: on(endIssuerSignIns),
    endPasswordSignIns: on(endPasswordSignIns),
    secondFactorRequired: on(secondFactorRequired),
    listSignIns: on(listSignIns),
    endSignIn: on(endSignIn),
    limitSignIn: on(limitSignIn),
    endOtherSignIns: on(endOtherSignIns),
    findMemberByEmail: on(findMemberByEmail),
    readOrganizationName: on(readOrganizationName),
    findHomeOrganization: on(findHomeOrganization),
    readInvitation: on(readInvitation),
    findAccounts: on(findAccounts),
    joinByInvitation: (invitationId: string, account: JoiningAccount) =>
      joinByInvitation(prisma, limits, invitationId, account),
    mayCreateOrganization: on(mayCreateOrganization),
    returnOrganization: on(returnOrganization),
    takeAttempt: on(takeAttempt),
    returnAttempt: on(returnAttempt),
    storeOAuthSettings: on(storeOAuthSettings),
    pruneOAuth: on(pruneOAuth),
    countOAuthClients: on(countOAuthClients),
    readOAuthClientName: on(readOAuthClientName),
    setOAuthRedirectUris: on(setOAuthRedirectUris),
    forgetOAuthConsent: on(forgetOAuthConsent),
    findOAuthGrant: on(findOAuthGrant),
    storeOAuthConnection: on(storeOAuthConnection),
    endOAuthConnections: on(endOAuthConnections),
    pruneOAuthConnections: on(pruneOAuthConnections),
    beginDeviceSignIn: on(beginDeviceSignIn),
    findDeviceSignIn: on(findDeviceSignIn),
    answerDeviceSignIn: on(answerDeviceSignIn),
    askDeviceSignIn: on(askDeviceSignIn),
    findKey: on(findKey),
  };
}

/** Returns the role in the organization, or null if the user is not a member (any more). */
async function findRole(prisma: PrismaClient, userId: string, organizationId: string): Promise<string | null> {
  const member = await prisma.member.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true },
  });
  return member?.role ?? null;
}

/** Returns null if there is no such organization. */
async function readOrganizationName(prisma: PrismaClient, organizationId: string): Promise<string | null> {
  const organization = await prisma.organization.findUnique({ where: { id: organizationId }, select: { name: true } });
  return organization?.name ?? null;
}

/** Returns the id of the membership of the person with this e-mail address, or null if there is none. */
async function findMemberByEmail(prisma: PrismaClient, organizationId: string, email: string): Promise<string | null> {
  const member = await prisma.member.findFirst({ where: { organizationId, user: { email } }, select: { id: true } });
  return member?.id ?? null;
}

/** Creates the first admin. Returns false if any user exists. Several replicas may call it at the same time. */
function createFirstAdmin(prisma: PrismaClient, admin: FirstAdmin): Promise<boolean> {
  return prisma.$transaction(async (database) => {
    await database.$executeRaw(Prisma.sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.makeFirstAdmin}::bigint)`);
    if ((await database.user.findFirst({ select: { id: true } })) !== null) return false;
    const organization =
      (await findToJoin(database, admin)) ?? (await createOrganization(database, admin.organizationName));
    const { passwordHash } = admin;
    const userId =
      passwordHash === null
        ? await createAccountWithoutPassword(database, admin)
        : await createAccount(database, { ...admin, passwordHash });
    await database.member.create({
      data: { id: timeOrderedId(), organizationId: organization.id, userId, role: 'admin' },
    });
    await writeAudit(
      database,
      organization.id,
      { type: 'user', id: userId, name: admin.email },
      {
        action: 'member.join',
        targetType: 'user',
        targetId: userId,
        detail: { email: admin.email, role: 'admin' },
      },
    );
    return true;
  });
}

async function findToJoin(database: Prisma.TransactionClient, admin: FirstAdmin): Promise<{ id: string } | null> {
  return admin.joinOrganization === undefined
    ? null
    : database.organization.findUnique({ where: { slug: admin.joinOrganization } });
}

async function createOrganization(database: Prisma.TransactionClient, name: string): Promise<{ id: string }> {
  const wantedSlug =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'organization';
  const existing = await database.organization.findUnique({ where: { slug: wantedSlug }, select: { id: true } });
  const slug = existing === null ? wantedSlug : `${wantedSlug}-${uuidv4().slice(0, 8)}`;
  return database.organization.create({ data: { id: timeOrderedId(), name, slug } });
}
