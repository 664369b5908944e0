import type { Prisma } from '../generated/client.ts';
import {
  LimitReachedError,
  LOCK_LIMIT_TEXT,
  limitLock,
  type OrganizationLimits,
} from '../organization/organization-limits.ts';
import type { OrganizationScope } from './organization-scope.ts';

/**
 * Requires room for one more item. Other transactions that create items for the organization wait until this one ends.
 * @throws LimitReachedError
 */
export async function requireRoom(
  { organizationId, limits }: Pick<OrganizationScope, 'organizationId' | 'limits'>,
  database: Prisma.TransactionClient,
  name: keyof OrganizationLimits,
  count: () => Promise<number>,
): Promise<void> {
  await database.$executeRawUnsafe(LOCK_LIMIT_TEXT, ...limitLock(name, organizationId));
  if ((await count()) >= limits[name]) throw new LimitReachedError(name, limits[name]);
}
