import type { Definition, Field, Reference } from '@workflow/workflow-model';
import type { Prisma } from '../generated/client.ts';
import type { Actor } from '../management/audit-log.ts';
import type { OrganizationScope } from '../management/organization-scope.ts';
import { publishRevision } from '../management/publish-workflow.ts';
import type { WorkflowDraft } from '../management/read-workflow.ts';
import { createWorkflow } from '../management/write-workflow.ts';
import { isUniqueViolation } from '../postgres/unique-violation.ts';
import { insertTable } from './tables.ts';

/** A workflow to create, together with the tables and workflows that it needs. */
interface WorkflowSet {
  /** Created if the organization has no table with that name. */
  tables: readonly { name: string; columns: readonly Field[] }[];
  /** Published, each with the references of its definition, which was checked. */
  workflows: readonly { id: string; name: string; definition: Definition; references: Reference[] }[];
  /** Remains a draft. If `name` is null it gets `ownName`, with a number if another workflow has that name. */
  draft: { name: string | null; ownName: string; description: string; definition: Definition };
}

/** Attempts if another request creates a table of the same name at the same time. */
const MAX_ATTEMPTS = 3;

/**
 * Creates everything, or nothing if one of them cannot be created. Adds numbers to names of `workflows` that exist.
 *
 * @returns the draft
 * @throws LimitReachedError
 */
export async function createWorkflowSet(
  scope: OrganizationScope,
  actor: Actor,
  set: WorkflowSet,
): Promise<WorkflowDraft> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await scope.change((database, note) =>
        createIn({ ...scope, change: (work) => work(database, note) }, database, actor, set),
      );
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === MAX_ATTEMPTS) throw error;
    }
}

/** @param scope its changes belong to the transaction of `database` */
async function createIn(
  scope: OrganizationScope,
  database: Prisma.TransactionClient,
  actor: Actor,
  { tables, workflows, draft }: WorkflowSet,
): Promise<WorkflowDraft> {
  const { organizationId } = scope;
  for (const { name, columns } of tables) {
    const existingCount = await database.collection.count({
      where: { organizationId, kind: 'TABLE', name, deletedAt: null },
    });
    if (existingCount === 0) await insertTable(scope, database, actor, name, columns);
  }
  for (const { id, name, definition, references } of workflows) {
    const content = { ...definition, name: await freeName(scope, database, name), description: '' };
    const { revision } = await createWorkflow(scope, actor, content, id);
    const words = { versionName: null, note: null };
    const outcome = await publishRevision(scope, actor, { workflowId: id, revision, references, words });
    if (outcome.kind !== 'published') throw new Error(`workflow ${name} was not published: ${outcome.kind}`);
  }
  const name = draft.name ?? (await freeName(scope, database, draft.ownName));
  return createWorkflow(scope, actor, { ...draft.definition, name, description: draft.description });
}

/**
 * Returns the name if no workflow of the organization has it, or else the name with the first free number from 2 on.
 */
async function freeName(
  { organizationId }: OrganizationScope,
  database: Prisma.TransactionClient,
  name: string,
): Promise<string> {
  const where = { organizationId, deletedAt: null, name: { startsWith: name } };
  const named = await database.workflow.findMany({ where, select: { name: true } });
  const existingNames = new Set(named.map((workflow) => workflow.name));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!existingNames.has(candidate)) return candidate;
  }
}
