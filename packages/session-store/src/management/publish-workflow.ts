import type { CheckedDefinition, Definition, DefinitionProblem, Reference } from '@workflow/workflow-model';
import { pinVersions } from '@workflow/components/descriptors';
import { plainArray } from '../postgres/sql-arrays.ts';
import { WAKE_WORKFLOW_TEXT } from '../queued/flow-entries.ts';
import { queryIn } from '../postgres/prisma-db.ts';
import { moveSessionsOfWorkflow } from '../queued/pool-moves.ts';
import { LimitReachedError } from '../organization/organization-limits.ts';
import { snapshotDefinitionIn } from '../organization/snapshot-definition.ts';
import { type Actor, writeAudit } from './audit-log.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { type WorkflowDraft, readWorkflow } from './read-workflow.ts';
import { replaceDraft } from './kept-drafts.ts';
import { lockDraft, readDraft } from './lock-draft.ts';
import { lockReferenced } from './lock-referenced.ts';
import { dropTool, isNameOfToolTaken, replaceTool } from './mcp-tools.ts';
import { replaceReferences } from './references.ts';
import { requireTriggers, publishTriggers, unpublishTriggers } from '../triggers/update-triggers.ts';
import { readContent, versionView, type VersionWords, type WorkflowVersionView } from './workflow-versions.ts';
import { requireRow } from './write-workflow.ts';

type PublishOutcome =
  | { kind: 'published'; version: WorkflowVersionView; warnings: DefinitionProblem[] }
  | { kind: 'problems'; problems: DefinitionProblem[] }
  | { kind: 'stale' }
  | { kind: 'not-found' };

export interface PublishRequest {
  /** Null for any revision. */
  expectedRevision: number | null;
  versionName?: string | null;
  note?: string | null;
  check(definition: Definition): CheckedDefinition | Promise<CheckedDefinition>;
}

/** Checks the present draft and makes it the next version, which PROD runs from then on. */
export async function publishWorkflow(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
  request: PublishRequest,
): Promise<PublishOutcome> {
  for (;;) {
    // The check precedes the lock, because checking a large draft takes longer than a transaction may be idle.
    const workflow = await readDraft(scope, scope.prisma, workflowId);
    if (workflow === null) return { kind: 'not-found' };
    const { draft, revision } = workflow;
    if (request.expectedRevision !== null && revision !== request.expectedRevision) return { kind: 'stale' };
    const { problems, warnings, references } = await request.check(draft);
    if (problems.length > 0) return { kind: 'problems', problems };
    const outcome = await publishRevision(scope, actor, {
      workflowId,
      revision,
      references,
      words: { versionName: request.versionName ?? null, note: request.note ?? null },
    }).catch(toOutcome);
    if (outcome.kind === 'published') return { ...outcome, warnings };
    // If a reference was deleted since the check, another check reports it as a problem.
    if (outcome.kind === 'reference-gone') continue;
    if (outcome.kind !== 'stale' || request.expectedRevision !== null) return outcome;
  }
}

type RevisionOutcome =
  | { kind: 'published'; version: WorkflowVersionView }
  | { kind: 'stale' }
  | { kind: 'not-found' }
  | { kind: 'reference-gone' };

interface Revision {
  workflowId: string;
  revision: number;
  references: Reference[];
  words: Required<VersionWords>;
}

/** Converts the error of a tool name that another workflow got since the check. */
function toOutcome(error: unknown): RevisionOutcome {
  if (isNameOfToolTaken(error)) return { kind: 'reference-gone' };
  throw error;
}

/** Publishes a checked draft. */
export function publishRevision(
  scope: OrganizationScope,
  actor: Actor,
  { workflowId, revision, references, words }: Revision,
): Promise<RevisionOutcome> {
  const { organizationId } = scope;
  return scope.change<RevisionOutcome>(async (database, note) => {
    const workflow = await lockDraft(scope, database, workflowId);
    if (workflow === null) return { kind: 'not-found' };
    if (workflow.revision !== revision) return { kind: 'stale' };
    if (!(await lockReferenced(database, organizationId, references))) return { kind: 'reference-gone' };

    const content = pinVersions(workflow.draft);
    const definitionId = await snapshotDefinitionIn(database, organizationId, workflowId, content);
    const { _max } = await database.workflowVersion.aggregate({ where: { workflowId }, _max: { number: true } });
    // Versions are numbered without gaps, and the workflow's row is locked, so the number is the count.
    if ((_max.number ?? 0) >= scope.limits.versions) throw new LimitReachedError('versions', scope.limits.versions);
    const version = await database.workflowVersion.create({
      data: {
        workflowId,
        number: (_max.number ?? 0) + 1,
        definitionId,
        name: workflow.name,
        description: workflow.description,
        createdBy: actor.id,
        ...words,
      },
    });
    await moveSessionsOfWorkflow(queryIn(database), { organizationId, workflowId, pool: content.pool ?? null });
    await database.workflow.update({ where: { id: workflowId }, data: { publishedVersion: version.number } });
    await replaceReferences(scope, database, version, references);
    await replaceTool(scope, database, workflowId, workflow.draft.mcp);
    await publishTriggers({ database, note, organizationId, workflowId }, workflow.draft);
    await requireTriggers(scope, database, workflow.draft);
    // The new version's limits also apply to sessions that already wait.
    await database.$executeRawUnsafe(WAKE_WORKFLOW_TEXT, plainArray([workflowId]));
    await writeAudit(database, organizationId, actor, {
      action: 'workflow.publish',
      targetId: workflowId,
      detail: { name: workflow.name, version: version.number },
    });
    note('WORKFLOW', workflowId);
    const names = new Map(actor.id === null ? [] : [[actor.id, actor.name] as const]);
    return { kind: 'published', version: versionView(version, version.number, names) };
  });
}

/** Returns null if not found. */
export function unpublishWorkflow(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
): Promise<WorkflowDraft | null> {
  return scope.change(async (database, note) => {
    const workflow = await lockDraft(scope, database, workflowId);
    if (workflow === null) return null;
    if (workflow.published_version !== null) {
      await database.workflow.update({ where: { id: workflowId }, data: { publishedVersion: null } });
      const { organizationId } = scope;
      await dropTool(scope, database, workflowId);
      await unpublishTriggers({ database, note, organizationId, workflowId }, workflow.draft);
      await writeAudit(database, scope.organizationId, actor, {
        action: 'workflow.unpublish',
        targetId: workflowId,
        detail: { name: workflow.name, version: workflow.published_version },
      });
      note('WORKFLOW', workflowId);
    }
    return requireRow(await readWorkflow(scope, workflowId, database));
  });
}

/**
 * Makes the definition of a version the draft, and keeps the notes of the draft. Stores the replaced draft if it has
 * unpublished changes. PROD runs are not affected. Returns null if there is no such workflow or version.
 */
export function restoreVersion(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
  number: number,
): Promise<WorkflowDraft | null> {
  return scope.change(async (database) => {
    const workflow = await lockDraft(scope, database, workflowId);
    if (workflow === null) return null;
    const version = await database.workflowVersion.findUnique({ where: { workflowId_number: { workflowId, number } } });
    if (version === null) return null;
    const { notes } = workflow.draft;
    const content = await readContent(database, version.definitionId);
    return replaceDraft(scope, database, actor, {
      workflowId,
      name: version.name,
      description: version.description,
      content: { ...content, ...(notes !== undefined && { notes }) },
      version: number,
      detail: { version: number },
    });
  });
}
