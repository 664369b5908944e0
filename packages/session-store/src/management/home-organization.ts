import type { PrismaClient } from '../generated/client.ts';
import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';

const FIND_HOME = statement<{ userId: string }>()(
  'find_home_organization',
  `SELECT m.organization_id AS id FROM members m
    LEFT JOIN auth_sessions s ON s.user_id = m.user_id AND s.active_organization_id = m.organization_id
    WHERE m.user_id = $userId::uuid
    ORDER BY s.created_at DESC NULLS LAST, m.id LIMIT 1`,
  { id: 'uuid' },
);

/** Returns the organization that a sign-in makes active: the last active one, or the first joined. */
export async function findHomeOrganization(prisma: PrismaClient, userId: string): Promise<string | null> {
  const [home] = await queryIn(prisma)(...FIND_HOME.with({ userId }));
  return home?.id ?? null;
}
