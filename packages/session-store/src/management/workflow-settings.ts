import { plainArray } from '../postgres/sql-arrays.ts';
import { readNow } from '../postgres/read-clock.ts';
import { WAKE_WORKFLOW_TEXT } from '../queued/flow-entries.ts';
import { pauseTriggersOfWorkflow } from '../triggers/update-triggers.ts';
import { type Actor, writeAudit } from './audit-log.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { type WorkflowDraft, readWorkflow } from './read-workflow.ts';
import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';

/**
 * Pauses or resumes the workflow. While it is paused, its sessions are accepted but do not start. Afterwards they start
 * in the order of acceptance. Returns null if not found.
 */
export function setWorkflowPaused(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
  paused: boolean,
): Promise<WorkflowDraft | null> {
  const { organizationId } = scope;
  return scope.change(async (database, note) => {
    const { count } = await database.workflow.updateMany({
      where: { id: workflowId, organizationId, deletedAt: null, pausedAt: paused ? null : { not: null } },
      data: { pausedAt: paused ? await readNow(database) : null },
    });
    const workflow = await readWorkflow(scope, workflowId, database);
    if (count === 0 || workflow === null) return workflow;
    await pauseTriggersOfWorkflow({ database, note, organizationId, workflowId }, paused);
    if (!paused) await database.$executeRawUnsafe(WAKE_WORKFLOW_TEXT, plainArray([workflowId]));
    await writeAudit(database, organizationId, actor, {
      action: paused ? 'workflow.pause' : 'workflow.resume',
      targetId: workflowId,
      detail: { name: workflow.name },
    });
    note('WORKFLOW', workflowId);
    return workflow;
  });
}

/**
 * Sets the days that ended sessions of the workflow are retained; null means the days of the organization. Returns null
 * if not found.
 */
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
      targetId: workflowId,
      detail: { name: workflow.name, retentionDays },
    });
    return workflow;
  });
}

/** The folder and the tags of a workflow. */
interface WorkflowLabels {
  /** Names separated by `/`; null means no folder. */
  folder: string | null;
  tags: string[];
}

/** Used folders and tags, each with its number of workflows. A folder's number excludes its subfolders. */
interface LabelCounts {
  folders: { path: string; workflows: number }[];
  tags: { tag: string; workflows: number }[];
}

const MAX_LISTED = 1_000;

/** Replaces folder and tags. The draft, its revision and its time remain unchanged. Returns null if not found. */
export function setWorkflowLabels(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
  labels: WorkflowLabels,
): Promise<WorkflowDraft | null> {
  const { organizationId } = scope;
  return scope.change(async (database) => {
    // Uses SQL, because Prisma would update the time of the workflow.
    const count = await database.$executeRaw`
      UPDATE workflows SET folder = ${labels.folder}, tags = ${labels.tags}
      WHERE id = ${workflowId}::uuid AND organization_id = ${organizationId}::uuid AND deleted_at IS NULL`;
    if (count === 0) return null;
    const workflow = await readWorkflow(scope, workflowId, database);
    await writeAudit(database, organizationId, actor, {
      action: 'workflow.set-labels',
      targetId: workflowId,
      detail: { name: workflow?.name ?? '', folder: labels.folder, tags: labels.tags },
    });
    return workflow;
  });
}

const COUNT_FOLDERS = statement<{ organizationId: string }, LabelCounts['folders'][number]>()(
  'count_folders',
  `SELECT folder AS path, count(*)::int AS workflows FROM workflows
    WHERE organization_id = $organizationId::uuid AND deleted_at IS NULL AND folder IS NOT NULL
    GROUP BY folder ORDER BY folder LIMIT ${MAX_LISTED}`,
  { path: 'text', workflows: 'int4' },
);

const COUNT_TAGS = statement<{ organizationId: string }>()(
  'count_tags',
  `SELECT tag, count(*)::int AS workflows FROM workflows, unnest(tags) AS tag
    WHERE organization_id = $organizationId::uuid AND deleted_at IS NULL
    GROUP BY tag ORDER BY tag LIMIT ${MAX_LISTED}`,
  { tag: 'text', workflows: 'int4' },
);

/** Returns the organization's folders and tags by name, at most a thousand of each. */
export async function listWorkflowLabels({ prisma, organizationId }: OrganizationScope): Promise<LabelCounts> {
  const query = queryIn(prisma);
  const folders = await query(...COUNT_FOLDERS.with({ organizationId }));
  const tags = await query(...COUNT_TAGS.with({ organizationId }));
  return { folders, tags };
}
