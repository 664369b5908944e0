import type { OrganizationThrottle, Prisma } from '../generated/client.ts';
import type { Statement } from '../postgres/sql.ts';
import { MAX_RETIMED_PARTS, RETIME_KEY, RETIME_THROTTLED } from '../steps/retime-throttled.ts';
import { type Actor, writeAudit } from './audit-log.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { requireRoom } from './require-room.ts';
import { type Page, type PageRequest, pageOf } from './page.ts';
import { readNow } from '../postgres/read-clock.ts';
import { FIRST_UUID } from '../ids/uuid-limits.ts';

/** The rate at which an organization's components may call a host. */
interface ThrottleView {
  host: string;
  perSecond: number;
  /** Calls that may begin at the same time after a pause. */
  burst: number;
  updatedAt: string;
}

/** Creates or replaces the throttle of a host. */
export function putThrottle(
  scope: OrganizationScope,
  actor: Actor,
  host: string,
  rate: { perSecond: number; burst: number },
): Promise<{ throttle: ThrottleView; created: boolean }> {
  const { organizationId } = scope;
  return scope.change(async (database) => {
    const where = { organizationId_host: { organizationId, host } };
    const existing = await database.organizationThrottle.findUnique({ where });
    if (existing === null)
      await requireRoom(scope, database, 'throttles', () =>
        database.organizationThrottle.count({ where: { organizationId } }),
      );
    const values = { ...rate, updatedAt: await readNow(database) };
    const row = await database.organizationThrottle.upsert({
      where,
      create: { organizationId, host, ...values },
      update: values,
    });
    if (existing !== null && existing.perSecond < rate.perSecond)
      await retime(database, existing, existing.perSecond / rate.perSecond);
    await writeAudit(database, organizationId, actor, {
      action: existing === null ? 'throttle.create' : 'throttle.replace',
      targetId: host,
      detail: rate,
    });
    return { throttle: view(row), created: existing === null };
  });
}

/** Returns null if the organization has no throttle for the host. */
export async function findThrottle({ prisma, organizationId }: OrganizationScope, host: string) {
  const row = await prisma.organizationThrottle.findUnique({
    where: { organizationId_host: { organizationId, host } },
  });
  return row === null ? null : view(row);
}

export async function listThrottles(scope: OrganizationScope, page: PageRequest): Promise<Page<ThrottleView>> {
  const rows = await scope.prisma.organizationThrottle.findMany({
    where: { organizationId: scope.organizationId, ...(page.cursor !== undefined && { host: { gt: page.cursor } }) },
    orderBy: { host: 'asc' },
    take: page.limit + 1,
  });
  return pageOf(rows, page.limit, 'host', view);
}

/** Returns false if the organization has no throttle for the host. */
export function deleteThrottle(scope: OrganizationScope, actor: Actor, host: string): Promise<boolean> {
  const { organizationId } = scope;
  return scope.change(async (database) => {
    const where = { organizationId_host: { organizationId, host } };
    const existing = await database.organizationThrottle.findUnique({ where });
    if (existing === null) return false;
    await database.organizationThrottle.deleteMany({ where: { organizationId, host } });
    await retime(database, existing, 0);
    await writeAudit(database, organizationId, actor, { action: 'throttle.delete', targetId: host });
    return true;
  });
}

/** Multiplies the waiting times of calls to the host by this factor; 0 ends them immediately. */
async function retime(
  database: Prisma.TransactionClient,
  { organizationId, host, perSecond }: OrganizationThrottle,
  factor: number,
): Promise<void> {
  const key = `host ${host}`;
  const run = <Row>([{ text }, values]: [Statement<Row>, unknown[]]): Promise<Row[]> =>
    database.$queryRawUnsafe(text, ...values);
  const [state] = await run(RETIME_KEY.with({ organizationId, key, perSecond, factor }));
  let after: string | undefined = FIRST_UUID;
  for (let part = 0; state !== undefined && after !== undefined && part < MAX_RETIMED_PARTS; part += 1) {
    const [last]: { id: string }[] = await run(
      RETIME_THROTTLED.with({ organizationId, key, base: state.base, factor, after }),
    );
    after = last?.id;
  }
}

function view({ host, perSecond, burst, updatedAt }: OrganizationThrottle): ThrottleView {
  return { host, perSecond, burst, updatedAt: updatedAt.toISOString() };
}
