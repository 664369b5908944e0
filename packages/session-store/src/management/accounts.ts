import { Prisma, type PrismaClient } from '../generated/client.ts';
import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';
import { queryIn, type PrismaDb } from '../postgres/prisma-db.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { statement } from '../postgres/named-statement.ts';

/** An account that signs in with an e-mail address. If several accounts have the address, the password selects one. */
interface PasswordAccount {
  userId: string;
  passwordHash: string;
}

/**
 * Maximum number of accounts with one e-mail address (docs/decisions/0086). A sign-in compares its password with each,
 * so this limits the cost of a sign-in.
 */
export const MAX_ACCOUNTS_PER_ADDRESS = 5;

const FIND = statement<{ email: string }, PasswordAccount>()(
  'find_password_accounts',
  `SELECT u.id AS "userId", a.password AS "passwordHash"
    FROM users u JOIN accounts a ON a.user_id = u.id AND a.provider_id = 'credential' AND a.password IS NOT NULL
    WHERE u.email = $email
    ORDER BY u.email_verified DESC, EXISTS (SELECT FROM members m WHERE m.user_id = u.id) DESC, u.id
    LIMIT ${MAX_ACCOUNTS_PER_ADDRESS}`,
  { userId: 'uuid', passwordHash: 'text' },
);

/**
 * Returns the accounts of the e-mail address: first those whose address was proven by a mail, then members of an
 * organization, oldest first.
 */
export async function findAccounts(database: PrismaDb, email: string): Promise<PasswordAccount[]> {
  return queryIn(database)(...FIND.with({ email: email.toLowerCase() }));
}

/** Locks an e-mail address until the commit, so that its accounts are created one after the other. */
export async function lockAddress(database: PrismaDb, email: string): Promise<void> {
  const lock = ADVISORY_LOCKS.accountsOfAddress;
  await database.$executeRaw`SELECT pg_advisory_xact_lock(${lock}::int, hashtext(${email}))`;
}

/** Creates a user whose password is hashed as the accounts library does. The e-mail address is not proven yet. */
export async function createAccount(
  database: PrismaDb,
  account: { name: string; email: string; passwordHash: string },
): Promise<string> {
  const userId = await createAccountWithoutPassword(database, account);
  await database.account.create({
    data: { id: timeOrderedId(), accountId: userId, providerId: 'credential', userId, password: account.passwordHash },
  });
  return userId;
}

/** Creates a user who signs in only at the issuer. The e-mail address is not proven yet. */
export async function createAccountWithoutPassword(
  database: PrismaDb,
  { name, email }: { name: string; email: string },
): Promise<string> {
  const id = timeOrderedId();
  await database.user.create({ data: { id, name, email: email.toLowerCase() } });
  return id;
}

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
