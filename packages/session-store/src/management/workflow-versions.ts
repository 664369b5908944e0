import { definitionOf, type Definition } from '@workflow/workflow-model';
import type { Prisma, WorkflowVersion } from '../generated/client.ts';
import { type Actor, writeAudit } from './audit-log.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { pageWithNames, person, readNames, type PersonView } from './person.ts';

export interface WorkflowVersionView {
  workflowId: string;
  number: number;
  name: string;
  description: string;
  createdAt: string;
  createdBy: PersonView | null;
  /** The name that people gave the version. `name` is the name that the workflow had then. */
  versionName: string | null;
  note: string | null;
  /** True if PROD runs this version. */
  published: boolean;
}

/**
 * Returns the versions, newest first, or null if there is no such workflow. `cursor` is the last number of the previous
 * page.
 */
export async function listVersions(
  scope: OrganizationScope,
  workflowId: string,
  page: { limit: number; cursor?: number },
): Promise<{ items: WorkflowVersionView[]; nextCursor: string | null } | null> {
  const workflow = await readPublishedNumber(scope, workflowId);
  if (workflow === null) return null;
  const rows = await scope.prisma.workflowVersion.findMany({
    where: { workflowId, ...(page.cursor !== undefined && { number: { lt: page.cursor } }) },
    orderBy: { number: 'desc' },
    take: page.limit + 1,
  });
  return pageWithNames(scope, rows, page.limit, 'number', (row, names) =>
    versionView(row, workflow.publishedVersion, names),
  );
}

/** Returns one version with its definition, or null if there is no such workflow or version. */
export async function readVersion(
  scope: OrganizationScope,
  workflowId: string,
  number: number,
): Promise<(WorkflowVersionView & Definition) | null> {
  const workflow = await readPublishedNumber(scope, workflowId);
  if (workflow === null) return null;
  const row = await scope.prisma.workflowVersion.findUnique({ where: { workflowId_number: { workflowId, number } } });
  if (row === null) return null;
  const [definition, names] = await Promise.all([
    readContent(scope.prisma, row.definitionId),
    readNames(scope.prisma, scope.organizationId, [row.createdBy]),
  ]);
  return { ...versionView(row, workflow.publishedVersion, names), ...definitionOf(definition) };
}

/** Returns the definition of a version as it was published. */
export async function readContent(
  database: Pick<Prisma.TransactionClient, 'definition'>,
  definitionId: string,
): Promise<Definition> {
  const row = await database.definition.findUniqueOrThrow({ where: { id: definitionId } });
  return (row.orderedContent ?? row.content) as unknown as Definition;
}

export function versionView(
  row: WorkflowVersion,
  publishedVersion: number | null,
  names: Map<string, string>,
): WorkflowVersionView {
  return {
    workflowId: row.workflowId,
    number: row.number,
    name: row.name,
    description: row.description,
    createdAt: row.createdAt.toISOString(),
    createdBy: person(row.createdBy, names),
    versionName: row.versionName,
    note: row.note,
    published: row.number === publishedVersion,
  };
}

function readPublishedNumber(
  scope: OrganizationScope,
  workflowId: string,
): Promise<{ publishedVersion: number | null } | null> {
  return scope.prisma.workflow.findFirst({
    where: { id: workflowId, organizationId: scope.organizationId, deletedAt: null },
    select: { publishedVersion: true },
  });
}

/** The name and note of a version; null removes one. A field that is left out stays unchanged. */
export interface VersionWords {
  versionName?: string | null;
  note?: string | null;
}

/** Changes the name and note of a version, never its content. Returns null if there is no such workflow or version. */
export function describeVersion(
  scope: OrganizationScope,
  actor: Actor,
  workflowId: string,
  number: number,
  words: VersionWords,
): Promise<WorkflowVersionView | null> {
  const { organizationId } = scope;
  return scope.change(async (database) => {
    const workflow = await database.workflow.findFirst({
      where: { id: workflowId, organizationId, deletedAt: null },
      select: { publishedVersion: true },
    });
    if (workflow === null) return null;
    const [row] = await database.workflowVersion.updateManyAndReturn({ where: { workflowId, number }, data: words });
    if (row === undefined) return null;
    await writeAudit(database, organizationId, actor, {
      action: 'workflow.describe-version',
      targetId: workflowId,
      detail: { name: row.name, version: number, ...words },
    });
    const names = await readNames(database, organizationId, [row.createdBy]);
    return versionView(row, workflow.publishedVersion, names);
  });
}
