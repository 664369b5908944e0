import { definitionOf, type Definition, type JsonObject } from '@workflow/workflow-model';
import { Prisma, type KeptDraft } from '../generated/client.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { orderOfDraft } from '../values/key-order.ts';
import { type Actor, writeAudit } from './audit-log.ts';
import { lockDraft } from './lock-draft.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { person, readNames, type PersonView } from './person.ts';
import { type WorkflowDraft, readWorkflow } from './read-workflow.ts';
import { draftColumns, requireRow } from './write-workflow.ts';

/** Maximum number of stored drafts of one workflow, within `keptDraftBytes`. The oldest ones are deleted first. */
const MAX_KEPT_DRAFTS = 20;

/** A draft that was replaced by a restored version or draft. */
interface KeptDraftView {
  id: string;
  name: string;
  description: string;
  /** When it was replaced. */
  createdAt: string;
  /** The person who replaced it. */
  createdBy: PersonView | null;
}

/** Returns at most `MAX_KEPT_DRAFTS` drafts, newest first, or null if there is no such workflow. */
export async function listKeptDrafts(
  scope: OrganizationScope,
  workflowId: string,
): Promise<{ items: KeptDraftView[] } | null> {
  if ((await readWorkflow(scope, workflowId)) === null) return null;
  const rows = await scope.prisma.keptDraft.findMany({
    where: { workflowId },
    orderBy: { id: 'desc' },
    take: MAX_KEPT_DRAFTS,
    omit: { draft: true, orderedDraft: true },
  });
  const authors = rows.map(({ createdBy }) => createdBy);
  const names = await readNames(scope.prisma, scope.organizationId, authors);
  return { items: rows.map((row) => keptDraftView(row, names)) };
}

/** Returns one draft with its content, or null if the organization has no such draft. */
export async function readKeptDraft(
  scope: OrganizationScope,
  workflowId: string,
  id: string,
): Promise<(KeptDraftView & Definition) | null> {
  const { organizationId } = scope;
  const row = await scope.prisma.keptDraft.findFirst({
    where: { id, workflowId, workflow: { organizationId, deletedAt: null } },
  });
  if (row === null) return null;
  const names = await readNames(scope.prisma, organizationId, [row.createdBy]);
  return { ...keptDraftView(row, names), ...definitionOf(contentOf(row)) };
}

/**
 * Restores a stored draft, and stores the draft that it replaces. Returns null if there is no such workflow or stored
 * draft.
 */
export function restoreKeptDraft(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
  id: string,
): Promise<WorkflowDraft | null> {
  return scope.change(async (database) => {
    if ((await lockDraft(scope, database, workflowId)) === null) return null;
    const stored = await database.keptDraft.findFirst({ where: { id, workflowId } });
    if (stored === null) return null;
    await database.keptDraft.delete({ where: { id } });
    return replaceDraft(scope, database, actor, {
      workflowId,
      name: stored.name,
      description: stored.description,
      content: contentOf(stored),
      version: null,
      detail: { keptDraft: id },
    });
  });
}

interface RestoredDraft {
  workflowId: string;
  name: string;
  description: string;
  content: Definition;
  /** The number of its version; null if it belongs to none. */
  version: number | null;
  /** The details for the audit log, in addition to the name. */
  detail: JsonObject;
}

/** Stores the workflow's draft and replaces it. The workflow's row must be locked. */
export async function replaceDraft(
  scope: OrganizationScope,
  database: Prisma.TransactionClient,
  actor: Actor,
  { workflowId, name, description, content, version, detail }: RestoredDraft,
): Promise<WorkflowDraft> {
  await keepDraft(scope, database, actor, { workflowId, version });
  await database.workflow.update({
    where: { id: workflowId },
    data: { name, description, ...draftColumns(content), revision: { increment: 1 } },
  });
  await writeAudit(database, scope.organizationId, actor, {
    action: 'workflow.restore',
    targetId: workflowId,
    detail: { name, ...detail },
  });
  return requireRow(await readWorkflow(scope, workflowId, database));
}

/**
 * Stores the draft that is about to be replaced, unless it equals, except for notes, the published version, the newest
 * stored draft or the restored one. The workflow's row must be locked.
 */
async function keepDraft(
  { limits }: OrganizationScope,
  database: Prisma.TransactionClient,
  actor: Actor,
  { workflowId, version: restored }: Pick<RestoredDraft, 'workflowId' | 'version'>,
): Promise<void> {
  await database.$executeRaw(Prisma.sql`
    INSERT INTO kept_drafts (id, workflow_id, name, description, draft, ordered_draft, created_by)
    SELECT ${timeOrderedId()}::uuid, w.id, w.name, w.description, w.draft, ${Prisma.raw(orderOfDraft('w'))},
      ${actor.id}::uuid
    FROM workflows w
    WHERE w.id = ${workflowId}::uuid AND NOT EXISTS (
      SELECT FROM workflow_versions v JOIN definitions d ON d.id = v.definition_id
      WHERE v.workflow_id = w.id AND v.name = w.name AND v.description = w.description
        AND v.number IN (w.published_version, ${restored}::integer,
          (SELECT max(n.number) FROM workflow_versions n WHERE n.workflow_id = w.id))
        AND d.content = w.draft - 'notes')`);
  await database.$executeRaw(Prisma.sql`
    DELETE FROM kept_drafts WHERE id IN (
      SELECT k.id FROM (
        SELECT id, row_number() OVER newer AS number, sum(octet_length(draft::text)) OVER newer AS bytes
        FROM kept_drafts WHERE workflow_id = ${workflowId}::uuid
        WINDOW newer AS (ORDER BY id DESC)) k
      WHERE k.number > ${MAX_KEPT_DRAFTS} OR (k.number > 1 AND k.bytes > ${limits.keptDraftBytes}))`);
}

function contentOf({ draft, orderedDraft }: KeptDraft): Definition {
  return (orderedDraft ?? draft) as unknown as Definition;
}

function keptDraftView(row: Omit<KeptDraft, 'draft' | 'orderedDraft'>, names: Map<string, string>): KeptDraftView {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    createdAt: row.createdAt.toISOString(),
    createdBy: person(row.createdBy, names),
  };
}
