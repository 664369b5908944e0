import { isStoredFor } from '@workflow/components/descriptors';
import type { Definition, StoredForTrigger } from '@workflow/workflow-model';
import { Prisma } from '../generated/client.ts';
import { LimitReachedError, LOCK_LIMIT_TEXT, limitLock, type OrganizationLimits } from '../rows/organization-limits.ts';

/** The data of triggers that start sessions by themselves. Background loops look at each of their rows. */
const COUNTED: readonly StoredForTrigger[] = ['schedule', 'poll', 'error-trigger'];

interface Limited {
  organizationId: string;
  limits: OrganizationLimits;
}

/**
 * Requires that the organization has not too many triggers after their rows were written in this transaction.
 * Publishing a definition without such triggers is never refused.
 * @throws LimitReachedError
 */
export async function requireTriggers(
  { organizationId, limits }: Limited,
  database: Prisma.TransactionClient,
  { components }: Definition,
): Promise<void> {
  if (!components.some(({ type }) => COUNTED.some((stored) => isStoredFor(type, stored)))) return;
  // Others that publish wait until this transaction ends, and count afterwards.
  await database.$executeRawUnsafe(LOCK_LIMIT_TEXT, ...limitLock('triggers', organizationId));
  // Schedules are found by their workflows, and those that a later version replaced do not count.
  const [row] = await database.$queryRaw<{ count: number }[]>(Prisma.sql`
    SELECT (SELECT count(*) FROM workflows w JOIN schedules s ON s.workflow_id = w.id
        WHERE w.organization_id = ${organizationId}::uuid AND s.until_at IS NULL)::int
      + (SELECT count(*) FROM polls WHERE organization_id = ${organizationId}::uuid)::int
      + (SELECT count(*) FROM error_triggers WHERE organization_id = ${organizationId}::uuid)::int AS count`);
  if ((row?.count ?? 0) > limits.triggers) throw new LimitReachedError('triggers', limits.triggers);
}
