import { MAX_STORED_REFUSALS, type Refusal, type RefusalReason } from '../organization/refusal.ts';
import type { OrganizationScope } from './organization-scope.ts';

/**
 * Maximum number of refusals without a valid token that are shown. Anybody can cause them, so they must not displace
 * others.
 */
const SHOWN_WITHOUT_TOKEN = 5;

interface RefusalCount {
  reason: RefusalReason;
  count: number;
  /** When the counting began. */
  since: string;
  lastAt: string;
}

export interface RefusalsView {
  /** The most frequent first. */
  counts: RefusalCount[];
  /** Newest first. */
  recent: (Refusal & { reason: RefusalReason })[];
}

/** Returns refused deliveries of a workflow, or null if the organization has no such workflow. */
export async function readRefusals(
  { prisma, organizationId }: OrganizationScope,
  workflowId: string,
): Promise<RefusalsView | null> {
  const [workflow, rows] = await Promise.all([
    prisma.workflow.findFirst({ where: { id: workflowId, organizationId, deletedAt: null }, select: { id: true } }),
    prisma.deliveryRefusal.findMany({ where: { workflowId, organizationId } }),
  ]);
  if (workflow === null) return null;
  const counts = rows.map(({ reason, count, since, lastAt }) => ({
    reason: reason as RefusalReason,
    count: Number(count),
    since: since.toISOString(),
    lastAt: lastAt.toISOString(),
  }));
  const recent = rows.flatMap((row) => {
    const stored = row.recent as unknown as Refusal[];
    const reason = row.reason as RefusalReason;
    return stored
      .slice(0, reason === 'token' ? SHOWN_WITHOUT_TOKEN : MAX_STORED_REFUSALS)
      .map((each) => ({ ...each, reason }));
  });
  return {
    counts: counts.sort((a, b) => b.count - a.count),
    recent: recent.sort((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_STORED_REFUSALS),
  };
}
