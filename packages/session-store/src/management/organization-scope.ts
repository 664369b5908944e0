import type { Prisma, PrismaClient } from '../generated/client.ts';
import type { OrganizationLimits } from '../rows/organization-limits.ts';
import { recordChanges, type Change } from '../rows/record-change.ts';

/** The parts that the operations of one organization work with. */
export interface OrganizationScope {
  prisma: PrismaClient;
  /** 32 bytes. */
  secretsKey: Uint8Array;
  organizationId: string;
  limits: OrganizationLimits;
  /**
   * Runs `work` in one transaction. Changes that it notes are recorded in it, last, since the change
   * counter's row stays locked until the commit; after the commit this process's own caches hear of them.
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
