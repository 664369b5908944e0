import { randomBytes } from 'node:crypto';
import type { EventHook } from '../generated/client.ts';
import { hookSecretName } from '../sealing/sealed-columns.ts';
import { sealSecret } from '../sealing/secret-sealing.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { type Actor, writeAudit } from './audit-log.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { requireRoom } from './require-room.ts';
import { newestFirst, type Page, type PageRequest, pageOf } from './page.ts';
import { readTimeIn } from '../postgres/read-clock.ts';

export const EVENT_TYPES = [
  'session.succeeded',
  'session.failed',
  'session.cancelled',
  'workflow.failing',
  'failure.new',
  'approval.waiting',
] as const;
type EventType = (typeof EVENT_TYPES)[number];

/**
 * The time for which the previous secret also signs after a rotation, so that receivers can replace it without losing
 * deliveries.
 */
const ROTATION_MS = 24 * 60 * 60_000;
/** Standard Webhooks allows 24 to 64 bytes. */
const SECRET_BYTES = 32;

interface EventHookView {
  id: string;
  url: string;
  events: EventType[];
  /** null means all workflows. */
  workflowIds: string[] | null;
  createdAt: string;
  /** When it was disabled, because its URL returned 410. */
  disabledAt: string | null;
}

/** Creates a hook. `secret` is the value itself, which is stored sealed and never shown again. */
export async function createEventHook(
  scope: OrganizationScope,
  actor: Actor,
  hook: { url: string; events: EventType[]; workflowIds: string[] | null },
): Promise<{ hook: EventHookView; secret: string }> {
  const { organizationId } = scope;
  const id = timeOrderedId();
  const { secret, sealed } = mintSecret(scope, id);
  const row = await scope.change(async (database) => {
    await requireRoom(scope, database, 'eventHooks', () => database.eventHook.count({ where: { organizationId } }));
    const row = await database.eventHook.create({
      data: {
        id,
        organizationId,
        url: hook.url,
        events: hook.events,
        workflowIds: hook.workflowIds ?? [],
        sealed,
        createdBy: actor.id,
      },
    });
    await writeAudit(database, organizationId, actor, entry('create', row));
    return row;
  });
  return { hook: view(row), secret };
}

export async function listEventHooks(scope: OrganizationScope, page: PageRequest): Promise<Page<EventHookView>> {
  const rows = await scope.prisma.eventHook.findMany(newestFirst(scope.organizationId, page));
  return pageOf(rows, page.limit, 'id', view);
}

/**
 * Deletes the hook. Its deliveries are no longer sent or shown, and retention deletes them later. Returns false if the
 * organization has no such hook.
 */
export function deleteEventHook(scope: OrganizationScope, actor: Actor, id: string): Promise<boolean> {
  const { organizationId } = scope;
  return scope.change(async (database) => {
    const [hook] = await database.eventHook.findMany({ where: { id, organizationId } });
    if (hook === undefined) return false;
    await database.eventHook.deleteMany({ where: { id, organizationId } });
    await writeAudit(database, organizationId, actor, entry('delete', hook));
    return true;
  });
}

/** Gives the hook a new secret, and enables it again. Returns null if the organization has no such hook. */
export function rotateEventHook(
  scope: OrganizationScope,
  actor: Actor,
  id: string,
): Promise<{ hook: EventHookView; secret: string } | null> {
  const { organizationId } = scope;
  return scope.change(async (database) => {
    const [before] = await database.eventHook.findMany({ where: { id, organizationId } });
    if (before === undefined) return null;
    const { secret, sealed } = mintSecret(scope, id);
    const row = await database.eventHook.update({
      where: { id, organizationId },
      data: {
        sealed,
        previousSealed: before.sealed,
        previousUntil: await readTimeIn(database, ROTATION_MS),
        disabledAt: null,
      },
    });
    await writeAudit(database, organizationId, actor, entry('rotate', row));
    return { hook: view(row), secret };
  });
}

function mintSecret(scope: OrganizationScope, id: string) {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  return { secret, sealed: sealSecret(scope.secretsKey, scope.organizationId, hookSecretName(id), secret) };
}

function entry(verb: string, { id, url }: EventHook) {
  return { action: `event-hook.${verb}`, targetId: id, detail: { url } };
}

function view(row: EventHook): EventHookView {
  return {
    id: row.id,
    url: row.url,
    events: EVENT_TYPES.filter((type) => row.events.includes(type)),
    workflowIds: row.workflowIds.length === 0 ? null : row.workflowIds,
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
  };
}
