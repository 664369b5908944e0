import { plainArray } from '../postgres/sql-arrays.ts';
import { WAKE_WORKFLOW_TEXT } from '../queued/flow-entries.ts';
import { type Actor, writeAudit } from './audit-log.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { type WorkflowDraft, readWorkflow } from './read-workflow.ts';
import { pauseTriggersOfWorkflow } from '../triggers/update-triggers.ts';
import { readNow } from '../postgres/read-clock.ts';

/** Pauses the workflow: its sessions are accepted, but do not start until it is resumed. Returns null if not found. */
export function pauseWorkflow(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
): Promise<WorkflowDraft | null> {
  return setPaused(scope, actor, workflowId, true);
}

/** Resumes the workflow: sessions on hold start in the order of acceptance. Returns null if not found. */
export function resumeWorkflow(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
): Promise<WorkflowDraft | null> {
  return setPaused(scope, actor, workflowId, false);
}

function setPaused(
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
      targetType: 'workflow',
      targetId: workflowId,
      detail: { name: workflow.name },
    });
    note('WORKFLOW', workflowId);
    return workflow;
  });
}
