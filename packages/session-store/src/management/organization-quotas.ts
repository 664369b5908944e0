import type { OrganizationQuota } from '../generated/client.ts';
import { type Actor, writeAudit } from './audit-log.ts';
import { queryIn } from '../postgres/prisma-db.ts';
import { moveSessionsOfOrganization } from '../queued/pool-moves.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { readNow } from '../postgres/read-clock.ts';

/** The quotas that an operator set for an organization; null means the default of the environment, or no limit. */
export interface OrganizationQuotas {
  runsPerMinute: number | null;
  /** Runs of a minute that may be accepted in one burst; null means all of them. */
  runBurst: number | null;
  /** Sessions that may be RUNNING. Further sessions remain QUEUED. */
  maxConcurrentSessions: number | null;
  /** Bytes that its sessions and their steps may use; see `countStoredBytes`. */
  maxStoredBytes: number | null;
  /** Days that ended sessions are retained. */
  retentionDays: number | null;
  /** Model tokens that its sessions may use in a calendar month (UTC). */
  modelTokensPerMonth: number | null;
  /** The executor pool of workflows whose definition names none. */
  pool: string | null;
}

const NONE: OrganizationQuotas = {
  runsPerMinute: null,
  runBurst: null,
  maxConcurrentSessions: null,
  maxStoredBytes: null,
  retentionDays: null,
  modelTokensPerMonth: null,
  pool: null,
};

export async function readQuotas(scope: OrganizationScope): Promise<OrganizationQuotas> {
  const row = await scope.prisma.organizationQuota.findUnique({ where: { organizationId: scope.organizationId } });
  return quotasOf(row);
}

/** Returns null if it is not counted because nothing is limited. */
export async function readStoredBytes({ prisma, organizationId }: OrganizationScope): Promise<number | null> {
  const row = await prisma.storedBytes.findUnique({ where: { organizationId } });
  return row === null ? null : Number(row.bytes);
}

/** Returns the model tokens that were used in this calendar month (UTC). */
export async function readUsedModelTokens({ prisma, organizationId }: OrganizationScope): Promise<number> {
  const now = await readNow(prisma);
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const row = await prisma.modelTokenUsage.findUnique({
    where: { organizationId_month: { organizationId, month } },
  });
  return row === null ? 0 : Number(row.tokens);
}

/** Sets the given quotas and leaves the others unchanged. Replicas apply them within a second. */
export function putQuotas(
  scope: OrganizationScope,
  actor: Actor,
  quotas: Partial<OrganizationQuotas>,
): Promise<OrganizationQuotas> {
  const { organizationId } = scope;
  const { maxStoredBytes, modelTokensPerMonth, ...otherQuotas } = quotas;
  const [bytes, tokens] = [asBigInt(maxStoredBytes), asBigInt(modelTokensPerMonth)];
  const columns = {
    ...otherQuotas,
    ...(bytes !== undefined && { maxStoredBytes: bytes }),
    ...(tokens !== undefined && { modelTokensPerMonth: tokens }),
  };
  return scope.change(async (database, note) => {
    const row = await database.organizationQuota.upsert({
      where: { organizationId },
      create: { organizationId, ...columns },
      update: { ...columns, updatedAt: await readNow(database) },
    });
    if (quotas.pool !== undefined) await moveSessionsOfOrganization(queryIn(database), organizationId);
    await writeAudit(database, organizationId, actor, {
      action: 'organization.set-quotas',
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

/** Returns the quotas of a row; null means no row. */
export function quotasOf(row: OrganizationQuota | null): OrganizationQuotas {
  return row === null ? NONE : view(row);
}

function view({ maxStoredBytes, modelTokensPerMonth, ...quota }: OrganizationQuota): OrganizationQuotas {
  const { runsPerMinute, runBurst, maxConcurrentSessions, retentionDays, pool } = quota;
  return {
    runsPerMinute,
    runBurst,
    maxConcurrentSessions,
    retentionDays,
    pool,
    maxStoredBytes: maxStoredBytes === null ? null : Number(maxStoredBytes),
    modelTokensPerMonth: modelTokensPerMonth === null ? null : Number(modelTokensPerMonth),
  };
}
