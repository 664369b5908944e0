import type { Prisma, PrismaClient } from '../generated/client.ts';
import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';

const LOCK_ADMINS = statement<{ organizationId: string }>()(
  'lock_admins',
  `SELECT user_id AS "userId" FROM members WHERE organization_id = $organizationId::uuid AND role = 'admin'
    ORDER BY id FOR UPDATE`,
  { userId: 'uuid' },
);

/**
 * Returns true if the member is the only admin. Locks the admins of the organization, so that two of them cannot stop
 * being admins at the same time.
 */
export async function isLastAdmin(
  database: Prisma.TransactionClient,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const admins = await queryIn(database)(...LOCK_ADMINS.with({ organizationId }));
  return admins.every((admin) => admin.userId === userId);
}

type MemberUpdate = Prisma.MemberUpdateArgs;
type MemberDelete = Prisma.MemberDeleteArgs;

/**
 * Returns the database client for the accounts library. The library counts the admins of an organization in a statement
 * before the change. This client counts them again in the transaction of the change.
 *
 * @param refusal returns the error for a change that would leave the organization without an admin
 */
export function keepAnAdmin(prisma: PrismaClient, refusal: () => Error): object {
  const inTransaction = <Result>(change: (database: Prisma.TransactionClient) => Promise<Result>) =>
    prisma.$transaction(change);
  return guard(prisma, {
    member: guardMembers(prisma, inTransaction, refusal),
    $transaction: <Result>(work: (database: object) => Promise<Result>) =>
      prisma.$transaction((database) =>
        work(guard(database, { member: guardMembers(database, (change) => change(database), refusal) })),
      ),
  });
}

function guard(client: object, replaced: Record<string, unknown>): object {
  return new Proxy(client, {
    get: (target, name) =>
      typeof name === 'string' && Object.hasOwn(replaced, name)
        ? replaced[name]
        : (Reflect.get(target, name) as unknown),
  });
}

function guardMembers(
  client: Prisma.TransactionClient,
  inTransaction: <Result>(change: (database: Prisma.TransactionClient) => Promise<Result>) => Promise<Result>,
  refusal: () => Error,
): object {
  async function requireAnotherAdmin(database: Prisma.TransactionClient, where: Prisma.MemberWhereUniqueInput) {
    const member = await database.member.findUnique({ where, select: { organizationId: true, userId: true } });
    if (member !== null && (await isLastAdmin(database, member.organizationId, member.userId))) throw refusal();
  }
  return guard(client.member, {
    update: (args: MemberUpdate) =>
      inTransaction(async (database) => {
        if (args.data.role !== 'admin') await requireAnotherAdmin(database, args.where);
        return database.member.update(args);
      }),
    delete: (args: MemberDelete) =>
      inTransaction(async (database) => {
        await requireAnotherAdmin(database, args.where);
        return database.member.delete(args);
      }),
  });
}
