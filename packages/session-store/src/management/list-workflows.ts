import { timeOfUuidv7 } from '../ids/uuidv7-time.ts';
import type { SessionStatus } from '@workflow/workflow-model';
import { Prisma } from '../generated/client.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { type Page, type PageRequest, pageOf } from './page.ts';
import { findMissing, type MissingTarget } from './references.ts';
import {
  WORKFLOW_COLUMNS,
  WORKFLOW_STATE,
  type WorkflowRow,
  type WorkflowState,
  livingWorkflows,
  summary,
  type WorkflowSummary,
} from './read-workflow.ts';

export interface WorkflowListItem extends WorkflowSummary {
  componentCount: number;
  lastSession: { id: string; status: SessionStatus; createdAt: string } | null;
  /** The targets that the published version refers to and the organization does not have, at most five. */
  missing: MissingTarget[];
}

interface ListRow extends WorkflowRow {
  component_count: number;
  session_id: string | null;
  session_status: SessionStatus | null;
}

interface WorkflowFilter {
  /** A part of the name or description, or an id. */
  search?: string;
  state?: WorkflowState;
  /** Workflows must have all of these tags. */
  tag?: readonly string[];
  /** Only workflows in this folder, not below it; an empty text means in no folder. */
  folder?: string;
  /** Only workflows with these ids. */
  ids?: readonly string[];
  /** If true, also workflows in folders below this folder. */
  subfolders?: boolean;
}

/** Returns the workflows, newest first, each with its latest session. */
export async function listWorkflows(
  scope: OrganizationScope,
  page: PageRequest & WorkflowFilter,
): Promise<Page<WorkflowListItem>> {
  const filters = [Prisma.empty];
  if (page.ids !== undefined) filters.push(Prisma.sql`AND w.id = ANY (${[...page.ids]}::uuid[])`);
  if (page.tag !== undefined) filters.push(Prisma.sql`AND w.tags @> ${[...page.tag]}::text[]`);
  if (page.folder !== undefined) filters.push(inFolder(page.folder, page.subfolders === true));
  if (page.cursor !== undefined) filters.push(Prisma.sql`AND w.id < ${page.cursor}::uuid`);
  if (page.state !== undefined) filters.push(Prisma.sql`AND ${WORKFLOW_STATE} = ${page.state}`);
  if (page.search !== undefined && page.search !== '') {
    // The query does not use ILIKE, which takes seconds on long descriptions with many near matches.
    const searchText = Prisma.sql`lower(${page.search}::text)`;
    filters.push(
      Prisma.sql`AND (strpos(lower(w.name), ${searchText}) > 0 OR strpos(lower(w.description), ${searchText}) > 0
        OR w.id::text = ${page.search.toLowerCase()})`,
    );
  }
  const rows = await scope.prisma.$queryRaw<ListRow[]>(Prisma.sql`
    WITH page AS MATERIALIZED (
      SELECT ${WORKFLOW_COLUMNS}, jsonb_array_length(w.draft->'components') AS component_count
      ${livingWorkflows(scope.organizationId)} ${Prisma.join(filters, ' ')}
      ORDER BY w.id DESC LIMIT ${page.limit + 1}
    )
    SELECT page.*, s.id AS session_id, s.status::text AS session_status
    FROM page LEFT JOIN LATERAL (
      SELECT id, status FROM sessions WHERE workflow_id = page.id ORDER BY id DESC LIMIT 1
    ) s ON true
    ORDER BY page.id DESC`);
  const missing = await findMissing(
    scope,
    rows.map(({ id }) => id),
  );
  return pageOf(rows, page.limit, 'id', (row) => ({
    ...summary(row),
    componentCount: row.component_count,
    lastSession:
      row.session_id === null || row.session_status === null
        ? null
        : { id: row.session_id, status: row.session_status, createdAt: timeOfUuidv7(row.session_id).toISOString() },
    missing: missing.get(row.id) ?? [],
  }));
}

function inFolder(folder: string, withSubfolders: boolean): Prisma.Sql {
  if (folder === '') return withSubfolders ? Prisma.empty : Prisma.sql`AND w.folder IS NULL`;
  return withSubfolders
    ? Prisma.sql`AND (w.folder = ${folder} OR starts_with(w.folder, ${`${folder}/`}))`
    : Prisma.sql`AND w.folder = ${folder}`;
}
