import type { PrismaClient } from '../generated/client.ts';
import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';

/** Returns true if one of the user's organizations requires a second factor. */
export async function secondFactorRequired(prisma: PrismaClient, userId: string): Promise<boolean> {
  const member = await prisma.member.findFirst({
    where: { userId, organization: { requireSecondFactor: true } },
    select: { id: true },
  });
  return member !== null;
}

const FIND_MEMBERSHIP = statement<{ userId: string; organizationId: string }>()(
  'find_membership',
  `SELECT max(m.role) FILTER (WHERE m.organization_id = $organizationId::uuid) AS role,
      coalesce(bool_or(o.require_second_factor), false) AS required
    FROM members m JOIN organizations o ON o.id = m.organization_id
    WHERE m.user_id = $userId::uuid`,
  { role: 'text?', required: 'bool' },
);

/**
 * Returns the role in the organization, or null if the user is not a member (any more), and whether any organization of
 * the user requires a second factor.
 */
export async function findMembership(
  prisma: PrismaClient,
  userId: string,
  organizationId: string,
): Promise<{ role: string | null; secondFactorRequired: boolean }> {
  const [row] = await queryIn(prisma)(...FIND_MEMBERSHIP.with({ userId, organizationId }));
  return { role: row?.role ?? null, secondFactorRequired: row?.required ?? false };
}
