import type { Prisma, PrismaClient } from '../generated/client.ts';
import type { OrganizationLimits } from '../organization/organization-limits.ts';
import { recordChanges, type Change } from '../organization/record-change.ts';

/** The dependencies of the operations on one organization. */
export interface OrganizationScope {
  prisma: PrismaClient;
  /** 32 bytes. */
  secretsKey: Uint8Array;
  organizationId: string;
  limits: OrganizationLimits;
  /**
   * Runs `work` in one transaction. Changes that it notes are recorded at its end, because the row of the change
   * counter is locked until the commit. After the commit the caches of this process are notified.
   */
  change<Result>(
    work: (
      database: Prisma.TransactionClient,
      note: (kind: Change['kind'], subject: string) => void,
    ) => Promise<Result>,
  ): Promise<Result>;
}

export interface ScopeOptions {
  secretsKey: Uint8Array;
  limits: OrganizationLimits;
}

/** @param onChange called with each change after it was committed */
export function scopeOf(
  prisma: PrismaClient,
  { secretsKey, limits }: ScopeOptions,
  organizationId: string,
  onChange: (change: Change) => void,
): OrganizationScope {
  return {
    prisma,
    secretsKey,
    organizationId,
    limits,
    change: async (work) => {
      const changes: Change[] = [];
      const result = await prisma.$transaction(async (database) => {
        const value = await work(database, (kind, subject) => void changes.push({ kind, organizationId, subject }));
        await recordChanges(database, changes);
        return value;
      });
      for (const change of changes) onChange(change);
      return result;
    },
  };
}
