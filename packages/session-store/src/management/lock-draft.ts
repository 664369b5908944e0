import type { Definition } from '@workflow/workflow-model';
import { Prisma } from '../generated/client.ts';
import type { PrismaDb } from '../postgres/prisma-db.ts';
import { orderedDraft } from '../values/key-order.ts';
import type { OrganizationScope } from './organization-scope.ts';

interface DraftRow {
  name: string;
  description: string;
  draft: Definition;
  revision: number;
  published_version: number | null;
}

/** Returns the draft of a workflow, or null if the organization has no such workflow. */
export async function readDraft(
  scope: OrganizationScope,
  database: PrismaDb,
  workflowId: string,
  lock = Prisma.empty,
): Promise<DraftRow | null> {
  const [row] = await database.$queryRaw<DraftRow[]>(Prisma.sql`
    SELECT name, description, ${Prisma.raw(orderedDraft('workflows'))} AS draft, revision, published_version
    FROM workflows
    WHERE id = ${workflowId}::uuid AND organization_id = ${scope.organizationId}::uuid AND deleted_at IS NULL ${lock}`);
  return row ?? null;
}

/** Returns the workflow's row, locked until the transaction ends, so that versions are numbered one after another. */
export function lockDraft(
  scope: OrganizationScope,
  database: Prisma.TransactionClient,
  workflowId: string,
): Promise<DraftRow | null> {
  return readDraft(scope, database, workflowId, Prisma.sql`FOR UPDATE`);
}
