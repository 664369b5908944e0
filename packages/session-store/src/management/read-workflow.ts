import { definitionOf, type Definition } from '@workflow/workflow-model';
import { Prisma } from '../generated/client.ts';
import type { OrganizationScope } from './organization-scope.ts';
import type { PrismaDb } from '../postgres/prisma-db.ts';
import { orderedColumn, orderedDraft } from '../values/key-order.ts';

/** The state of a workflow. CHANGED means that it is published, and its draft differs from the published version. */
export type WorkflowState = 'DRAFT' | 'PUBLISHED' | 'CHANGED';

export interface WorkflowSummary {
  id: string;
  name: string;
  description: string;
  /** Increases with every change of the draft. */
  revision: number;
  state: WorkflowState;
  publishedVersion: number | null;
  /** True if sessions are accepted but not started. */
  paused: boolean;
  /** Days that ended sessions are retained; null means the days of the organization. */
  retentionDays: number | null;
  /** Names separated by `/`; null means no folder. */
  folder: string | null;
  tags: string[];
  createdAt: string;
  updatedAt: string;
}

/** A workflow with its draft. */
export type WorkflowDraft = WorkflowSummary & Definition;

export interface WorkflowRow {
  id: string;
  name: string;
  description: string;
  revision: number;
  published_version: number | null;
  paused: boolean;
  retention_days: number | null;
  folder: string | null;
  tags: string[];
  created_at: Date;
  updated_at: Date;
  state: WorkflowState;
}

/**
 * SQL of the state: DRAFT, PUBLISHED, or CHANGED if anything except notes differs. jsonb compares by content, not by
 * spelling.
 */
export const WORKFLOW_STATE = Prisma.sql`
  CASE WHEN w.published_version IS NULL THEN 'DRAFT'
       WHEN d.content IS DISTINCT FROM w.draft - 'notes' OR v.name <> w.name OR v.description <> w.description
       THEN 'CHANGED'
       ELSE 'PUBLISHED' END`;

/**
 * Returns SQL of the organization's workflows `w` that are not deleted, each with its published version `v` and the
 * definition `d` of that version.
 */
export function livingWorkflows(organizationId: string): Prisma.Sql {
  return Prisma.sql`
    FROM workflows w
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = v.definition_id
    WHERE w.organization_id = ${organizationId}::uuid AND w.deleted_at IS NULL`;
}

export const WORKFLOW_COLUMNS = Prisma.sql`
  w.id, w.name, w.description, w.revision, w.published_version, w.paused_at IS NOT NULL AS paused, w.retention_days,
   w.folder, w.tags, w.created_at, w.updated_at, ${WORKFLOW_STATE} AS state`;

/** Returns the workflow with its draft, or null if the organization has no such workflow. */
export async function readWorkflow(
  scope: OrganizationScope,
  workflowId: string,
  database: PrismaDb = scope.prisma,
): Promise<WorkflowDraft | null> {
  const [row] = await database.$queryRaw<(WorkflowRow & { draft: Definition })[]>(
    Prisma.sql`SELECT ${WORKFLOW_COLUMNS}, ${Prisma.raw(orderedDraft('w'))} AS draft
      ${livingWorkflows(scope.organizationId)} AND w.id = ${workflowId}::uuid`,
  );
  return row === undefined ? null : { ...summary(row), ...definitionOf(row.draft) };
}

export function summary(row: WorkflowRow): WorkflowSummary {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    revision: row.revision,
    state: row.state,
    publishedVersion: row.published_version,
    paused: row.paused,
    retentionDays: row.retention_days,
    folder: row.folder,
    tags: row.tags,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Returns the version that PROD runs, or null if the workflow is not published or does not exist. */
export async function readPublishedDefinition(
  scope: OrganizationScope,
  workflowId: string,
): Promise<Definition | null> {
  const [row] = await scope.prisma.$queryRaw<{ content: Definition | null }[]>(
    Prisma.sql`SELECT ${Prisma.raw(orderedColumn('d', 'content', 'ordered_content'))} AS content
      ${livingWorkflows(scope.organizationId)} AND w.id = ${workflowId}::uuid`,
  );
  return row?.content ?? null;
}
