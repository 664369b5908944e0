import { WAKE_ORGANIZATION_TEXT } from '../queued/flow-entries.ts';
import { type Actor, writeAudit } from './audit-log.ts';
import { pauseTriggersOfOrganization } from '../triggers/update-triggers.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { readNow } from '../postgres/read-clock.ts';

/** Pauses the organization: its sessions are accepted, but do not start until it is resumed. */
export function pauseOrganization(scope: OrganizationScope, actor: Actor): Promise<void> {
  return setPaused(scope, actor, true);
}

/** Resumes the organization: sessions on hold start in the order of acceptance. */
export function resumeOrganization(scope: OrganizationScope, actor: Actor): Promise<void> {
  return setPaused(scope, actor, false);
}

/**
 * Replicas apply it within a second. Until then the dispatcher and the claims hold the sessions that replicas accept.
 */
function setPaused(scope: OrganizationScope, actor: Actor, paused: boolean): Promise<void> {
  const { organizationId } = scope;
  return scope.change(async (database, note) => {
    const { count } = await database.organization.updateMany({
      where: { id: organizationId, pausedAt: paused ? null : { not: null } },
      data: { pausedAt: paused ? await readNow(database) : null },
    });
    if (count === 0) return;
    await pauseTriggersOfOrganization(database, organizationId, paused);
    if (!paused) await database.$executeRawUnsafe(WAKE_ORGANIZATION_TEXT, organizationId);
    await writeAudit(database, organizationId, actor, {
      action: paused ? 'organization.pause' : 'organization.resume',
      targetType: 'organization',
      targetId: organizationId,
    });
    note('ORGANIZATION_QUOTA', organizationId);
  });
}
