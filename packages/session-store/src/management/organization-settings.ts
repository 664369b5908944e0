import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';
import { readNow } from '../postgres/read-clock.ts';
import { WAKE_ORGANIZATION_TEXT } from '../queued/flow-entries.ts';
import { pauseTriggersOfOrganization } from '../triggers/update-triggers.ts';
import { writeAudit, type Actor } from './audit-log.ts';
import type { OrganizationScope } from './organization-scope.ts';

/**
 * Pauses or resumes the organization. While it is paused, its sessions are accepted but do not start. Afterwards they
 * start in the order of acceptance. Replicas apply it within a second. Until then the dispatcher and the claims hold
 * the sessions that replicas accept.
 */
export function setOrganizationPaused(scope: OrganizationScope, actor: Actor, paused: boolean): Promise<void> {
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
      targetId: organizationId,
    });
    note('ORGANIZATION_QUOTA', organizationId);
  });
}

/** The security settings of an organization. */
interface OrganizationSecurity {
  requireSecondFactor: boolean;
}

export async function readSecurity(scope: OrganizationScope): Promise<OrganizationSecurity> {
  const organization = await scope.prisma.organization.findUnique({
    where: { id: scope.organizationId },
    select: { requireSecondFactor: true },
  });
  return { requireSecondFactor: organization?.requireSecondFactor ?? false };
}

export function setSecurity(scope: OrganizationScope, actor: Actor, security: OrganizationSecurity): Promise<void> {
  const { organizationId, prisma } = scope;
  return prisma.$transaction(async (database) => {
    await database.organization.update({ where: { id: organizationId }, data: security });
    await writeAudit(database, organizationId, actor, {
      action: 'organization.security',
      targetId: organizationId,
      detail: { requireSecondFactor: security.requireSecondFactor },
    });
  });
}

/** Maximum number of workflows that are offered, the newest ones. */
const MAX_CHOICES = 200;

/** The workflow that starts when any workflow of an organization fails. */
export interface FailureHandler {
  /** null if none was chosen, or it was deleted. */
  workflowId: string | null;
  name: string | null;
  /** True if its published version has a failure trigger. Otherwise nothing starts. */
  ready: boolean;
  /** Published workflows with a failure trigger. */
  choices: { workflowId: string; name: string }[];
}

const READ_CHOSEN = statement<{ organizationId: string }>()(
  'read_failure_handler',
  `SELECT w.id AS "workflowId", w.name, EXISTS (SELECT FROM error_triggers t
      WHERE t.workflow_id = w.id AND t.organization_id = o.id) AS ready
    FROM organizations o JOIN workflows w ON w.id = o.failure_workflow_id AND w.organization_id = o.id
      AND w.deleted_at IS NULL
    WHERE o.id = $organizationId::uuid`,
  { workflowId: 'uuid', name: 'text', ready: 'bool' },
);

const READ_CHOICES = statement<{ organizationId: string }>()(
  'read_failure_handler_choices',
  `SELECT w.id AS "workflowId", w.name FROM workflows w
    WHERE w.organization_id = $organizationId::uuid AND w.id IN (SELECT t.workflow_id FROM error_triggers t
      WHERE t.organization_id = $organizationId::uuid)
    ORDER BY w.id DESC LIMIT ${MAX_CHOICES}`,
  { workflowId: 'uuid', name: 'text' },
);

export async function readFailureHandler({ prisma, organizationId }: OrganizationScope): Promise<FailureHandler> {
  const query = queryIn(prisma);
  const [chosen] = await query(...READ_CHOSEN.with({ organizationId }));
  const choices = await query(...READ_CHOICES.with({ organizationId }));
  return { ...(chosen ?? { workflowId: null, name: null, ready: false }), choices };
}

/**
 * Makes the failure triggers of a workflow start for failures of all other workflows; null means none. Returns false
 * and changes nothing if the workflow has no published failure trigger, or belongs to another organization.
 */
export function setFailureHandler(
  { organizationId, prisma }: OrganizationScope,
  actor: Actor,
  workflowId: string | null,
): Promise<boolean> {
  return prisma.$transaction(async (database) => {
    if (workflowId !== null) {
      const trigger = await database.errorTrigger.findFirst({ where: { workflowId, organizationId } });
      if (trigger === null) return false;
    }
    await database.organization.update({ where: { id: organizationId }, data: { failureWorkflowId: workflowId } });
    await writeAudit(database, organizationId, actor, {
      action: 'organization.failure-handler',
      targetId: organizationId,
      detail: { workflowId },
    });
    return true;
  });
}
