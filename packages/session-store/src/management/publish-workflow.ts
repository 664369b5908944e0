import type { Definition } from '@workflow/workflow-model';
import { Prisma } from '../generated/client.ts';
import { writeAudit } from './audit-log.ts';
import type { Actor, PublishOutcome, PublishRequest, WorkflowDraft } from './contract.ts';
import type { OrganizationScope } from './management-database.ts';
import { readWorkflow } from './read-workflow.ts';
import { draftOf, found } from './write-workflow.ts';
import { endTokens } from './webhook-tokens.ts';
import { readContent, versionView } from './workflow-versions.ts';

interface LockedDraft {
  name: string;
  description: string;
  draft: Definition;
  revision: number;
  published_version: number | null;
}

/** The workflow's row, locked until the transaction ends, so that versions get their numbers one after another. */
async function lockDraft(scope: OrganizationScope, database: Prisma.TransactionClient, workflowId: string): Promise<LockedDraft | null> {
  const [row] = await database.$queryRaw<LockedDraft[]>(Prisma.sql`
    SELECT name, description, draft, revision, published_version FROM workflows
    WHERE id = ${workflowId}::uuid AND organization_id = ${scope.organizationId}::uuid AND deleted_at IS NULL
    FOR UPDATE`);
  return row ?? null;
}

/** Checks the draft as it is now and makes it the next version, which PROD runs from then on. */
export function publishWorkflow(scope: OrganizationScope, actor: Actor, workflowId: string, request: PublishRequest): Promise<PublishOutcome> {
  const { organizationId } = scope;
  return scope.change(async (database, note) => {
    const workflow = await lockDraft(scope, database, workflowId);
    if (workflow === null) return { kind: 'not-found' };
    if (request.expectedRevision !== null && workflow.revision !== request.expectedRevision) return { kind: 'stale' };
    const problems = request.check(workflow.draft);
    if (problems.length > 0) return { kind: 'problems', problems };

    const definitionId = await scope.snapshotDefinition(database, organizationId, workflowId, workflow.draft);
    const { _max } = await database.workflowVersion.aggregate({ where: { workflowId }, _max: { number: true } });
    const version = await database.workflowVersion.create({
      data: {
        workflowId,
        number: (_max.number ?? 0) + 1,
        definitionId,
        name: workflow.name,
        description: workflow.description,
        createdBy: actor.id,
      },
    });
    await database.workflow.update({ where: { id: workflowId }, data: { publishedVersion: version.number } });
    await endTokens(scope, database, note, workflowId, webhookIds(workflow.draft));
    await writeAudit(database, organizationId, actor, {
      action: 'workflow.publish',
      targetType: 'workflow',
      targetId: workflowId,
      detail: { name: workflow.name, version: version.number },
    });
    note('WORKFLOW', workflowId);
    const names = new Map(actor.id === null ? [] : [[actor.id, actor.name] as const]);
    return { kind: 'published', version: versionView(version, version.number, names) };
  });
}

/** null: not found. */
export function unpublishWorkflow(scope: OrganizationScope, actor: Actor, workflowId: string): Promise<WorkflowDraft | null> {
  return scope.change(async (database, note) => {
    const workflow = await lockDraft(scope, database, workflowId);
    if (workflow === null) return null;
    if (workflow.published_version !== null) {
      await database.workflow.update({ where: { id: workflowId }, data: { publishedVersion: null } });
      await endTokens(scope, database, note, workflowId, webhookIds(workflow.draft));
      await writeAudit(database, scope.organizationId, actor, {
        action: 'workflow.unpublish',
        targetType: 'workflow',
        targetId: workflowId,
        detail: { name: workflow.name, version: workflow.published_version },
      });
      note('WORKFLOW', workflowId);
    }
    return found(await readWorkflow(scope, workflowId, database));
  });
}

/** That version's definition becomes the draft; PROD runs what it ran. null: no such workflow or version. */
export function restoreVersion(scope: OrganizationScope, actor: Actor, workflowId: string, number: number): Promise<WorkflowDraft | null> {
  return scope.change(async (database) => {
    const workflow = await lockDraft(scope, database, workflowId);
    if (workflow === null) return null;
    const version = await database.workflowVersion.findUnique({ where: { workflowId_number: { workflowId, number } } });
    if (version === null) return null;
    await database.workflow.update({
      where: { id: workflowId },
      data: {
        name: version.name,
        description: version.description,
        draft: draftOf(await readContent(database, version.definitionId)),
        revision: { increment: 1 },
      },
    });
    await writeAudit(database, scope.organizationId, actor, {
      action: 'workflow.restore',
      targetType: 'workflow',
      targetId: workflowId,
      detail: { name: version.name, version: number },
    });
    return found(await readWorkflow(scope, workflowId, database));
  });
}

function webhookIds(definition: Definition): string[] {
  return definition.components.filter((component) => component.type === 'webhook').map((component) => component.id);
}
