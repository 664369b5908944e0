import { type Actor, writeAudit } from './audit-log.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { type WorkflowDraft, readWorkflow } from './read-workflow.ts';

/** How many days ended sessions of the workflow are kept; null: as many as the organization's. null: not found. */
export function setWorkflowRetention(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
  retentionDays: number | null,
): Promise<WorkflowDraft | null> {
  const { organizationId } = scope;
  return scope.change(async (database) => {
    await database.workflow.updateMany({
      where: { id: workflowId, organizationId, deletedAt: null },
      data: { retentionDays },
    });
    const workflow = await readWorkflow(scope, workflowId, database);
    if (workflow === null) return null;
    await writeAudit(database, organizationId, actor, {
      action: 'workflow.set-retention',
      targetType: 'workflow',
      targetId: workflowId,
      detail: { name: workflow.name, retentionDays },
    });
    return workflow;
  });
}
