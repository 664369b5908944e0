import type { Component } from '@workflow/workflow-model';
import { Prisma } from '../generated/client.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { type Page, type PageRequest, pageOf } from './page.ts';
import { livingWorkflows } from './read-workflow.ts';

interface StartableWorkflowRow {
  id: string;
  name: string;
  description: string;
  /** Null for the draft. */
  version: number | null;
  /** Components of the requested types in the version or the draft. */
  triggers: Component[];
}

interface StartableFilter {
  /** PROD runs the published version, TEST the draft. */
  mode: 'PROD' | 'TEST';
  /** Types of components. */
  types: readonly string[];
  workflowId?: string;
  /** Only workflows with these ids. */
  ids?: readonly string[];
  /** The whole name. */
  name?: string;
}

interface Row extends Omit<StartableWorkflowRow, 'triggers'> {
  triggers: Component[] | null;
  /** The triggers of the rows before have less than the maximum. */
  fits: boolean;
}

/** A page ends after this many characters of triggers, because the event loop parses it at once. */
const MAX_CHARACTERS = 4_194_304;

/**
 * Returns workflows that can be run, newest first, with their triggers. Reads nothing else of their definitions. A page
 * of large triggers ends early.
 */
export async function listStartableWorkflows(
  scope: OrganizationScope,
  page: PageRequest & StartableFilter,
): Promise<Page<StartableWorkflowRow>> {
  const isDraft = page.mode === 'TEST';
  const filters = [isDraft ? Prisma.empty : Prisma.sql`AND w.published_version IS NOT NULL`];
  if (page.workflowId !== undefined) filters.push(Prisma.sql`AND w.id = ${page.workflowId}::uuid`);
  if (page.ids !== undefined) filters.push(Prisma.sql`AND w.id = ANY (${[...page.ids]}::uuid[])`);
  if (page.name !== undefined) filters.push(Prisma.sql`AND w.name = ${page.name}`);
  if (page.cursor !== undefined) filters.push(Prisma.sql`AND w.id < ${page.cursor}::uuid`);
  const content = isDraft ? Prisma.sql`w.draft` : Prisma.sql`d.content`;
  const rows = await scope.prisma.$queryRaw<Row[]>(Prisma.sql`
    WITH page AS MATERIALIZED (
      SELECT w.id, w.name, w.description, ${isDraft ? Prisma.sql`NULL::integer` : Prisma.sql`v.number`} AS version,
        (SELECT jsonb_agg(component ORDER BY place)
         FROM jsonb_array_elements(${content}->'components') WITH ORDINALITY AS elements (component, place)
         WHERE component->>'type' = ANY (${[...page.types]}::text[])) AS triggers
      ${livingWorkflows(scope.organizationId)} ${Prisma.join(filters, ' ')}
      ORDER BY w.id DESC LIMIT ${page.limit + 1}
    ), measured AS (
      SELECT page.*, coalesce(sum(length(triggers::text)) OVER (ORDER BY id DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) < ${MAX_CHARACTERS}::bigint AS fits
      FROM page
    )
    SELECT id, name, description, version, CASE WHEN fits THEN triggers END AS triggers, fits
    FROM measured ORDER BY id DESC`);
  const fitting = rows.filter(({ fits }) => fits).length;
  return pageOf(rows, Math.min(page.limit, fitting), 'id', ({ id, name, description, version, triggers }) => ({
    ...{ id, name, description, version },
    triggers: triggers ?? [],
  }));
}
