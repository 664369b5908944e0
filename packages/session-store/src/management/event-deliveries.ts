import type { EventDelivery } from '../generated/client.ts';
import type { DeliveryAttempt } from '../organization/delivery-attempt.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { type Page, type PageRequest, pageOf } from './page.ts';
import { readNow } from '../postgres/read-clock.ts';

const TEST_EVENT = 'test';

interface DeliveryView {
  id: string;
  type: string;
  sessionId: string | null;
  status: 'PENDING' | 'DELIVERED' | 'FAILED';
  createdAt: string;
  /** null if the delivery is completed. */
  nextTryAt: string | null;
  tries: DeliveryAttempt[];
}

/** Sends a test event. Returns null if the organization has no such hook. */
export async function testEventHook(scope: OrganizationScope, id: string): Promise<DeliveryView | null> {
  const { organizationId, prisma } = scope;
  const hook = await prisma.eventHook.findFirst({ where: { id, organizationId } });
  if (hook === null) return null;
  const body = JSON.stringify({ type: TEST_EVENT, timestamp: new Date().toISOString(), data: { hookId: id } });
  const row = await prisma.eventDelivery.create({
    data: { id: timeOrderedId(), organizationId, hookId: id, type: TEST_EVENT, body },
  });
  return deliveryView(row);
}

/** Returns the deliveries, newest first, or null if the organization has no such hook. */
export async function listEventDeliveries(
  scope: OrganizationScope,
  hookId: string,
  page: PageRequest,
): Promise<Page<DeliveryView> | null> {
  const { organizationId, prisma } = scope;
  if (!(await hasHook(scope, hookId))) return null;
  const rows = await prisma.eventDelivery.findMany({
    where: { hookId, organizationId, ...(page.cursor !== undefined && { id: { lt: page.cursor } }) },
    orderBy: { id: 'desc' },
    take: page.limit + 1,
    omit: { body: true },
  });
  return pageOf(rows, page.limit, 'id', deliveryView);
}

/** Sends a delivery again under its own id. Returns null if the organization's hook has no such delivery. */
export async function redeliverEvent(
  scope: OrganizationScope,
  hookId: string,
  id: string,
): Promise<DeliveryView | null> {
  const { organizationId, prisma } = scope;
  if (!(await hasHook(scope, hookId))) return null;
  const now = await readNow(prisma);
  const [row] = await prisma.eventDelivery.updateManyAndReturn({
    where: { id, hookId, organizationId },
    data: { status: 'PENDING', tries: 0, since: now, nextTryAt: now, finishedAt: null },
  });
  return row === undefined ? null : deliveryView(row);
}

/** Returns true if the hook exists. Deliveries exist for some time after their hook was deleted. */
async function hasHook({ organizationId, prisma }: OrganizationScope, id: string): Promise<boolean> {
  return (await prisma.eventHook.count({ where: { id, organizationId } })) > 0;
}

function deliveryView(row: Omit<EventDelivery, 'body'>): DeliveryView {
  return {
    id: row.id,
    type: row.type,
    sessionId: row.sessionId,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    nextTryAt: row.status === 'PENDING' ? row.nextTryAt.toISOString() : null,
    tries: row.log as unknown as DeliveryAttempt[],
  };
}
