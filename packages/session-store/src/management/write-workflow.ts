import { definitionOf, type Definition, type Json } from '@workflow/workflow-model';
import { Prisma } from '../generated/client.ts';
import { type Actor, writeAudit, writeAuditOnceInAWhile } from './audit-log.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { dropTool } from './mcp-tools.ts';
import { requireRoom } from './require-room.ts';
import { type WorkflowDraft, readWorkflow } from './read-workflow.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { isUnchangedByJsonb } from '../values/key-order.ts';
import { deleteTriggers } from '../triggers/update-triggers.ts';
import { readNow } from '../postgres/read-clock.ts';

export interface DraftContent extends Definition {
  name: string;
  description: string;
}

type SaveDraftOutcome = { kind: 'saved'; workflow: WorkflowDraft } | { kind: 'stale' } | { kind: 'not-found' };

/** Creates a workflow. Pass `id` for a workflow that has the same id everywhere, such as an example of the docs. */
export function createWorkflow(
  scope: OrganizationScope,
  actor: Actor,
  content: DraftContent,
  id: string = timeOrderedId(),
): Promise<WorkflowDraft> {
  const { organizationId } = scope;
  return scope.change(async (database) => {
    await requireRoom(scope, database, 'workflows', () =>
      database.workflow.count({ where: { organizationId, deletedAt: null } }),
    );
    await database.workflow.create({
      data: {
        id,
        organizationId: scope.organizationId,
        name: content.name,
        description: content.description,
        ...draftColumns(content),
      },
    });
    await writeAudit(database, scope.organizationId, actor, {
      action: 'workflow.create',
      targetId: id,
      detail: { name: content.name },
    });
    return requireRow(await readWorkflow(scope, id, database));
  });
}

/**
 * Replaces the draft if its revision is still the expected one. If two writers read the same revision, the second gets
 * `stale`. No cache stores drafts, so none is notified.
 */
export function saveDraft(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
  expectedRevision: number | null,
  content: DraftContent,
): Promise<SaveDraftOutcome> {
  const { organizationId } = scope;
  return scope.change(async (database) => {
    const { count } = await database.workflow.updateMany({
      where: {
        id: workflowId,
        organizationId,
        deletedAt: null,
        ...(expectedRevision !== null && { revision: expectedRevision }),
      },
      data: {
        name: content.name,
        description: content.description,
        ...draftColumns(content),
        revision: { increment: 1 },
      },
    });
    if (count === 0)
      return (await readWorkflow(scope, workflowId, database)) === null ? { kind: 'not-found' } : { kind: 'stale' };
    await writeAuditOnceInAWhile(database, organizationId, actor, {
      action: 'workflow.update',
      targetId: workflowId,
      detail: { name: content.name },
    });
    return { kind: 'saved', workflow: requireRow(await readWorkflow(scope, workflowId, database)) };
  });
}

/** `stale` means that the draft has another revision than the expected one. */
type DeleteOutcome = 'deleted' | 'not-found' | 'stale';

/** Marks the workflow as deleted and ends its tokens. Its sessions and versions can still be read. */
export function deleteWorkflow(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
  expectedRevision: number | null = null,
): Promise<DeleteOutcome> {
  const { organizationId } = scope;
  return scope.change(async (database, note): Promise<DeleteOutcome> => {
    const living = { id: workflowId, organizationId, deletedAt: null };
    const { count } = await database.workflow.updateMany({
      where: { ...living, ...(expectedRevision !== null && { revision: expectedRevision }) },
      data: { deletedAt: await readNow(database), publishedVersion: null },
    });
    if (count === 0) return (await database.workflow.count({ where: living })) > 0 ? 'stale' : 'not-found';
    await deleteTriggers({ database, note, organizationId, workflowId });
    await database.reference.deleteMany({ where: { workflowId } });
    await dropTool(scope, database, workflowId);
    // Marks the tables as deleted. The sweep deletes their entries.
    await database.collection.updateMany({
      where: { ownerId: workflowId, organizationId },
      data: { ownerId: null, deletedAt: await readNow(database) },
    });
    const workflow = await database.workflow.findFirst({
      where: { id: workflowId, organizationId },
      select: { name: true },
    });
    await writeAudit(database, organizationId, actor, {
      action: 'workflow.delete',
      targetId: workflowId,
      detail: { name: workflow?.name ?? '' },
    });
    note('WORKFLOW', workflowId);
    return 'deleted';
  });
}

/** Returns the columns of a workflow's row for its draft. */
export function draftColumns(content: Definition) {
  const definition = definitionOf(content);
  const draft = definition as unknown as Prisma.InputJsonObject;
  return { draft, orderedDraft: isUnchangedByJsonb(definition as unknown as Json) ? Prisma.DbNull : draft };
}

/** Returns a row that this transaction has just written. */
export function requireRow<Row>(row: Row | null): Row {
  if (row === null) throw new Error('a row written in this transaction is not there');
  return row;
}
