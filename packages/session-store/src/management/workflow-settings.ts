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

/** Where a workflow is filed. */
interface WorkflowLabels {
  /** Names separated by `/`; null: in no folder. */
  folder: string | null;
  tags: string[];
}

/** Folders and tags in use, each with its number of workflows; those of a folder without its subfolders'. */
interface LabelCounts {
  folders: { path: string; workflows: number }[];
  tags: { tag: string; workflows: number }[];
}

const MAX_LISTED = 1_000;

/** Replaces folder and tags; the draft, its revision and when it was changed stay. null: not found. */
export function setWorkflowLabels(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
  labels: WorkflowLabels,
): Promise<WorkflowDraft | null> {
  const { organizationId } = scope;
  return scope.change(async (database) => {
    // By Prisma, it would count as a change of the workflow.
    const count = await database.$executeRaw`
      UPDATE workflows SET folder = ${labels.folder}, tags = ${labels.tags}
      WHERE id = ${workflowId}::uuid AND organization_id = ${organizationId}::uuid AND deleted_at IS NULL`;
    if (count === 0) return null;
    const workflow = await readWorkflow(scope, workflowId, database);
    await writeAudit(database, organizationId, actor, {
      action: 'workflow.set-labels',
      targetType: 'workflow',
      targetId: workflowId,
      detail: { name: workflow?.name ?? '', folder: labels.folder, tags: labels.tags },
    });
    return workflow;
  });
}

/** The organization's folders and tags by name, at most a thousand of each. */
export async function listWorkflowLabels({ prisma, organizationId }: OrganizationScope): Promise<LabelCounts> {
  const folders = await prisma.$queryRaw<LabelCounts['folders']>`
    SELECT folder AS path, count(*)::int AS workflows FROM workflows
    WHERE organization_id = ${organizationId}::uuid AND deleted_at IS NULL AND folder IS NOT NULL
    GROUP BY folder ORDER BY folder LIMIT ${MAX_LISTED}`;
  const tags = await prisma.$queryRaw<LabelCounts['tags']>`
    SELECT tag, count(*)::int AS workflows FROM workflows, unnest(tags) AS tag
    WHERE organization_id = ${organizationId}::uuid AND deleted_at IS NULL
    GROUP BY tag ORDER BY tag LIMIT ${MAX_LISTED}`;
  return { folders, tags };
}
