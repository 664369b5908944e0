import type { Reference, ReferenceKind } from '@workflow/workflow-model';
import type { Prisma, WorkflowVersion } from '../generated/client.ts';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { queryIn, type PrismaDb } from '../postgres/prisma-db.ts';
import type { OrganizationScope } from './organization-scope.ts';

/** A workflow that references something. */
export interface UseView {
  workflowId: string;
  name: string;
  /** False if the workflow is unpublished, and the version that was published last references it. */
  published: boolean;
}

/** Maximum number of listed uses. Further ones are not counted either. */
const MAX_USES = 20;

const INSERT = statement<
  { workflowId: string; version: number; organizationId: string } & Record<
    'componentIds' | 'paths' | 'kinds' | 'targets' | 'waits',
    SqlArray
  >
>()(
  'insert_references',
  `INSERT INTO workflow_references
      (workflow_id, version, organization_id, component_id, path, kind, position, target, waits)
    SELECT $workflowId::uuid, $version::int, $organizationId::uuid, component_id, path, kind, position, target, waits
    FROM unnest($componentIds::uuid[], $paths::text[], $kinds::text[], $targets::text[], $waits::boolean[])
      WITH ORDINALITY AS i(component_id, path, kind, target, waits, position)`,
  {},
);

/** Stores the references of a version and deletes those of the previous version. */
export async function replaceReferences(
  { organizationId }: OrganizationScope,
  database: Prisma.TransactionClient,
  { workflowId, number }: Pick<WorkflowVersion, 'workflowId' | 'number'>,
  references: readonly Reference[],
): Promise<void> {
  await database.reference.deleteMany({ where: { workflowId } });
  if (references.length === 0) return;
  const [{ text }, values] = INSERT.with({
    workflowId,
    version: number,
    organizationId,
    componentIds: plainArray(references.map(({ componentId }) => componentId)),
    paths: textArray(references.map(({ path }) => path)),
    kinds: textArray(references.map(({ kind }) => kind)),
    targets: textArray(references.map(({ target }) => target)),
    waits: plainArray(references.map(({ waits }) => waits)),
  });
  await database.$executeRawUnsafe(text, ...values);
}

const FIND_USES = statement<{ organizationId: string; kind: ReferenceKind; targets: readonly string[] }>()(
  'find_uses',
  `SELECT t.target, w.id AS "workflowId", w.name, u.version IS NOT DISTINCT FROM w.published_version AS published
    FROM unnest($targets::text[]) AS t(target)
    CROSS JOIN LATERAL (
      WITH RECURSIVE uses AS (
        (SELECT workflow_id, version FROM workflow_references
          WHERE organization_id = $organizationId::uuid AND kind = $kind AND target = t.target
          ORDER BY workflow_id LIMIT 1)
        UNION ALL
        SELECT n.workflow_id, n.version FROM uses
        CROSS JOIN LATERAL (SELECT workflow_id, version FROM workflow_references
          WHERE organization_id = $organizationId::uuid AND kind = $kind AND target = t.target
            AND workflow_id > uses.workflow_id
          ORDER BY workflow_id LIMIT 1) n
      )
      SELECT workflow_id, version FROM uses LIMIT ${MAX_USES}
    ) u
    JOIN workflows w ON w.id = u.workflow_id
    ORDER BY w.id`,
  { target: 'text', workflowId: 'uuid', name: 'text', published: 'bool' },
);

/**
 * Returns the first workflows that reference each target, at most twenty. Deleted workflows do not count. The statement
 * takes one step of the index for each workflow, however often it names the target.
 */
export async function findUses(
  { prisma, organizationId }: { prisma: PrismaDb; organizationId: string },
  kind: ReferenceKind,
  targets: readonly string[],
): Promise<ReadonlyMap<string, UseView[]>> {
  const usesByTarget = new Map<string, UseView[]>(targets.map((target) => [target, []]));
  if (targets.length === 0) return usesByTarget;
  const rows = await queryIn(prisma)(...FIND_USES.with({ organizationId, kind, targets }));
  for (const { target, ...use } of rows) usesByTarget.get(target)?.push(use);
  return usesByTarget;
}

const FIND_PUBLISHED_USES = statement<{ organizationId: string; kind: ReferenceKind; target: string }>()(
  'find_published_uses',
  `SELECT w.name FROM workflows w WHERE w.id IN (
      SELECT r.workflow_id FROM workflow_references r JOIN workflows p ON p.id = r.workflow_id
      WHERE r.organization_id = $organizationId::uuid AND r.kind = $kind AND r.target = $target
        AND p.published_version = r.version)
    ORDER BY w.name LIMIT ${MAX_USES}`,
  { name: 'text' },
);

/**
 * Returns names of the first workflows whose published version references a target. If the list is empty, the target
 * can be deleted without breaking one.
 */
export async function findPublishedUses(
  database: PrismaDb,
  organizationId: string,
  kind: ReferenceKind,
  target: string,
): Promise<string[]> {
  const rows = await queryIn(database)(...FIND_PUBLISHED_USES.with({ organizationId, kind, target }));
  return rows.map(({ name }) => name);
}

async function usesOf(scope: OrganizationScope, kind: ReferenceKind, target: string): Promise<UseView[]> {
  return (await findUses(scope, kind, [target])).get(target) ?? [];
}

/** Returns the workflows that use the secret, or null if there is no such secret. */
export async function findSecretUses(scope: OrganizationScope, name: string): Promise<UseView[] | null> {
  const { organizationId } = scope;
  const count = await scope.prisma.secret.count({ where: { organizationId, name } });
  return count === 0 ? null : usesOf(scope, 'secret', name);
}

/** Returns the workflows that start this one, or null if there is no such workflow. */
export async function findWorkflowUses(scope: OrganizationScope, workflowId: string): Promise<UseView[] | null> {
  const { organizationId } = scope;
  const count = await scope.prisma.workflow.count({ where: { id: workflowId, organizationId, deletedAt: null } });
  return count === 0 ? null : usesOf(scope, 'workflow', workflowId.toLowerCase());
}

/** Returns the names of deleted credentials by id, as long as the version that was published last refers to them. */
export async function findDeletedCredentials(
  { prisma, organizationId }: Pick<OrganizationScope, 'prisma' | 'organizationId'>,
  ids: string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await prisma.reference.findMany({
    where: { organizationId, kind: 'credential', target: { in: ids }, deletedName: { not: null } },
    select: { target: true, deletedName: true },
    distinct: ['target'],
  });
  return new Map(rows.map(({ target, deletedName }) => [target, deletedName ?? '']));
}

/** A target that a published version refers to and the organization does not have. */
export interface MissingTarget {
  kind: ReferenceKind;
  /** Null if its name is unknown. */
  name: string | null;
}

/** Maximum number of missing targets that are reported for a workflow. */
const MAX_MISSING = 5;

const FIND_MISSING = statement<
  { organizationId: string; workflowIds: readonly string[] },
  MissingTarget & { id: string }
>()(
  'find_missing_targets',
  `SELECT DISTINCT r.workflow_id AS id, r.kind,
      CASE r.kind WHEN 'secret' THEN r.target WHEN 'table' THEN r.target WHEN 'workflow' THEN
        (SELECT w.name FROM workflows w WHERE w.id = r.target::uuid AND w.organization_id = $organizationId::uuid)
        ELSE r.deleted_name END AS name
    FROM workflow_references r JOIN workflows p ON p.id = r.workflow_id AND p.published_version = r.version
    WHERE r.workflow_id = ANY ($workflowIds::uuid[]) AND r.organization_id = $organizationId::uuid
      AND NOT CASE r.kind
        WHEN 'secret' THEN EXISTS (SELECT 1 FROM secrets s
          WHERE s.organization_id = r.organization_id AND s.name = r.target)
        WHEN 'table' THEN EXISTS (SELECT 1 FROM collections c
          WHERE c.organization_id = r.organization_id AND c.kind = 'TABLE' AND c.deleted_at IS NULL
            AND c.name = r.target)
        WHEN 'app' THEN EXISTS (SELECT 1 FROM apps a
          WHERE a.id = r.target::uuid AND a.organization_id = r.organization_id)
        WHEN 'credential' THEN EXISTS (SELECT 1 FROM credentials c
          WHERE c.id = r.target::uuid AND c.organization_id = r.organization_id)
        WHEN 'workflow' THEN EXISTS (SELECT 1 FROM workflows w
          WHERE w.id = r.target::uuid AND w.organization_id = r.organization_id AND w.deleted_at IS NULL)
        ELSE true END
    ORDER BY id, r.kind, name`,
  { id: 'uuid', kind: 'text', name: 'text?' },
);

/** Returns the targets that published versions refer to and that do not exist, by workflow. */
export async function findMissing(
  { prisma, organizationId }: OrganizationScope,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, MissingTarget[]>> {
  const missingByWorkflow = new Map<string, MissingTarget[]>();
  if (workflowIds.length === 0) return missingByWorkflow;
  const rows = await queryIn(prisma)(...FIND_MISSING.with({ organizationId, workflowIds }));
  for (const { id, kind, name } of rows) {
    const missing = missingByWorkflow.get(id) ?? [];
    missingByWorkflow.set(id, missing);
    if (missing.length < MAX_MISSING) missing.push({ kind, name });
  }
  return missingByWorkflow;
}
