import { Prisma } from '../generated/client.ts';
import { writeAudit, type Actor } from './audit-log.ts';
import type { OrganizationScope } from './organization-scope.ts';

/** Workflows that may be chosen, which are shown; the newest ones. */
const MAX_CHOICES = 200;

/** What starts when any workflow of an organization fails. */
export interface FailureHandler {
  /** null: none was chosen, or it is gone. */
  workflowId: string | null;
  name: string | null;
  /** Whether its published version has a trigger that hears of failures: else nothing starts. */
  ready: boolean;
  /** Published workflows that have one. */
  choices: { workflowId: string; name: string }[];
}

export async function readFailureHandler({ prisma, organizationId }: OrganizationScope): Promise<FailureHandler> {
  const [chosen] = await prisma.$queryRaw<{ workflowId: string; name: string; ready: boolean }[]>(Prisma.sql`
    SELECT w.id AS "workflowId", w.name, EXISTS (SELECT FROM error_triggers t
      WHERE t.workflow_id = w.id AND t.organization_id = o.id) AS ready
    FROM organizations o JOIN workflows w ON w.id = o.failure_workflow_id AND w.organization_id = o.id
      AND w.deleted_at IS NULL
    WHERE o.id = ${organizationId}::uuid`);
  const choices = await prisma.$queryRaw<FailureHandler['choices']>(Prisma.sql`
    SELECT w.id AS "workflowId", w.name FROM workflows w
    WHERE w.organization_id = ${organizationId}::uuid AND w.id IN (SELECT t.workflow_id FROM error_triggers t
      WHERE t.organization_id = ${organizationId}::uuid)
    ORDER BY w.id DESC LIMIT ${MAX_CHOICES}`);
  return { ...(chosen ?? { workflowId: null, name: null, ready: false }), choices };
}

/**
 * Has the failure triggers of a workflow hear of all others; null: of none. false: it has no published one, or is not
 * the organization's, and nothing changes.
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
      targetType: 'organization',
      targetId: organizationId,
      detail: { workflowId },
    });
    return true;
  });
}
