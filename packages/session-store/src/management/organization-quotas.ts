import type { OrganizationQuota } from '../generated/client.ts';
import { type Actor, writeAudit } from './audit-log.ts';
import type { OrganizationScope } from './organization-scope.ts';

/** The quotas that an operator set for an organization; null: the default of the environment, else no limit. */
export interface OrganizationQuotas {
  runsPerMinute: number | null;
  /** Of a minute's runs, how many at once; null: all of them. */
  runBurst: number | null;
  /** Sessions that may be RUNNING; further ones stay QUEUED. */
  maxConcurrentSessions: number | null;
  /** Bytes that its sessions and their steps may take; see `countStoredBytes`. */
  maxStoredBytes: number | null;
  /** Ended sessions are kept for so many days. */
  retentionDays: number | null;
  /** Tokens of models that its sessions may use in a month of UTC. */
  modelTokensPerMonth: number | null;
}

const NONE: OrganizationQuotas = {
  runsPerMinute: null,
  runBurst: null,
  maxConcurrentSessions: null,
  maxStoredBytes: null,
  retentionDays: null,
  modelTokensPerMonth: null,
};

export async function readQuotas(scope: OrganizationScope): Promise<OrganizationQuotas> {
  const row = await scope.prisma.organizationQuota.findUnique({ where: { organizationId: scope.organizationId } });
  return quotasOf(row);
}

/** null: not counted, since nothing is limited. */
export async function readStoredBytes({ prisma, organizationId }: OrganizationScope): Promise<number | null> {
  const row = await prisma.storedBytes.findUnique({ where: { organizationId } });
  return row === null ? null : Number(row.bytes);
}

/** Tokens of models that were used in this month of UTC. */
export async function readUsedModelTokens({ prisma, organizationId }: OrganizationScope, now: Date): Promise<number> {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const row = await prisma.modelTokenUsage.findUnique({
    where: { organizationId_month: { organizationId, month } },
  });
  return row === null ? 0 : Number(row.tokens);
}

/** Sets the named quotas and leaves the others as they are. Replicas apply them within a second. */
export function putQuotas(
  scope: OrganizationScope,
  actor: Actor,
  quotas: Partial<OrganizationQuotas>,
): Promise<OrganizationQuotas> {
  const { organizationId } = scope;
  const { maxStoredBytes, modelTokensPerMonth, ...others } = quotas;
  const [bytes, tokens] = [asBigInt(maxStoredBytes), asBigInt(modelTokensPerMonth)];
  const columns = {
    ...others,
    ...(bytes !== undefined && { maxStoredBytes: bytes }),
    ...(tokens !== undefined && { modelTokensPerMonth: tokens }),
  };
  return scope.change(async (database, note) => {
    const row = await database.organizationQuota.upsert({
      where: { organizationId },
      create: { organizationId, ...columns },
      update: { ...columns, updatedAt: new Date() },
    });
    await writeAudit(database, organizationId, actor, {
      action: 'organization.set-quotas',
      targetType: 'organization',
      targetId: organizationId,
      detail: { ...view(row) },
    });
    note('ORGANIZATION_QUOTA', organizationId);
    return view(row);
  });
}

function asBigInt(value: number | null | undefined): bigint | null | undefined {
  return typeof value === 'number' ? BigInt(value) : value;
}

/** A row as an operator writes and reads it; null: no row. */
export function quotasOf(row: OrganizationQuota | null): OrganizationQuotas {
  return row === null ? NONE : view(row);
}

function view({ maxStoredBytes, modelTokensPerMonth, ...quota }: OrganizationQuota): OrganizationQuotas {
  const { runsPerMinute, runBurst, maxConcurrentSessions, retentionDays } = quota;
  return {
    runsPerMinute,
    runBurst,
    maxConcurrentSessions,
    retentionDays,
    maxStoredBytes: maxStoredBytes === null ? null : Number(maxStoredBytes),
    modelTokensPerMonth: modelTokensPerMonth === null ? null : Number(modelTokensPerMonth),
  };
}
