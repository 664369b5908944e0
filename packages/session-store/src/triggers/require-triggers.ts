import { RECORDS } from '@workflow/components/records';
import type { Definition } from '@workflow/workflow-model';
import type { Prisma } from '../generated/client.ts';
import {
  LimitReachedError,
  LOCK_LIMIT_TEXT,
  limitLock,
  type OrganizationLimits,
} from '../organization/organization-limits.ts';
import { rowsOfOrganization } from './rows-of-triggers.ts';

interface Limited {
  organizationId: string;
  limits: OrganizationLimits;
}

/**
 * Requires that the organization has not too many triggers, after this transaction wrote their rows. Publishing a
 * definition without such triggers always succeeds.
 * @throws LimitReachedError
 */
export async function requireTriggers(
  { organizationId, limits }: Limited,
  database: Prisma.TransactionClient,
  { components }: Definition,
): Promise<void> {
  if (!components.some(({ type }) => RECORDS.get(type)?.count !== undefined)) return;
  // Others that publish wait until this transaction ends, and count afterwards.
  await database.$executeRawUnsafe(LOCK_LIMIT_TEXT, ...limitLock('triggers', organizationId));
  const rows = rowsOfOrganization(database, organizationId);
  let count = 0;
  for (const records of new Set(RECORDS.values())) count += (await records.count?.(rows)) ?? 0;
  if (count > limits.triggers) throw new LimitReachedError('triggers', limits.triggers);
}
