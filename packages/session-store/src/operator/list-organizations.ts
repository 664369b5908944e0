import type { Prisma, PrismaClient } from '../generated/client.ts';
import { quotasOf, type OrganizationQuotas } from '../management/organization-quotas.ts';
import { pageOf, type Page, type PageRequest } from '../management/page.ts';

/** An organization as an operator sees it. */
export interface OrganizationSummary {
  id: string;
  name: string;
  createdAt: string;
  /** True if its sessions are accepted but not started. */
  paused: boolean;
  quotas: OrganizationQuotas;
}

/** Returns all organizations by id. */
export async function listOrganizations(
  prisma: PrismaClient,
  { limit, cursor }: PageRequest,
): Promise<Page<OrganizationSummary>> {
  const summaries = await readSummaries(prisma, {
    ...(cursor !== undefined && { where: { id: { gt: cursor } } }),
    orderBy: { id: 'asc' },
    take: limit + 1,
  });
  return pageOf(summaries, limit, 'id', (summary) => summary);
}

/** Returns null if there is none. */
export async function findOrganization(prisma: PrismaClient, id: string): Promise<OrganizationSummary | null> {
  const [summary] = await readSummaries(prisma, { where: { id } });
  return summary ?? null;
}

async function readSummaries(
  prisma: PrismaClient,
  query: Pick<Prisma.OrganizationFindManyArgs, 'where' | 'orderBy' | 'take'>,
): Promise<OrganizationSummary[]> {
  const rows = await prisma.organization.findMany({
    ...query,
    select: { id: true, name: true, createdAt: true, pausedAt: true },
  });
  const quotas = await prisma.organizationQuota.findMany({
    where: { organizationId: { in: rows.map(({ id }) => id) } },
  });
  const byOrganization = new Map(quotas.map((row) => [row.organizationId, row]));
  return rows.map(({ id, name, createdAt, pausedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    paused: pausedAt !== null,
    quotas: quotasOf(byOrganization.get(id) ?? null),
  }));
}
