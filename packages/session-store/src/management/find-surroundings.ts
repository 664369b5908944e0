import { isStorableText, type Definition } from '@workflow/workflow-model';
import { Prisma } from '../generated/client.ts';
import { isPoolAlive } from '../queued/session-pool.ts';
import type { OrganizationScope } from './organization-scope.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the names for which the organization has a secret. */
export async function findSecretNames(scope: OrganizationScope, names: string[]): Promise<ReadonlySet<string>> {
  const storable = names.filter(isStorableText);
  const rows = await scope.prisma.secret.findMany({
    where: { organizationId: scope.organizationId, name: { in: storable } },
    select: { name: true },
  });
  return new Set(rows.map(({ name }) => name));
}

/** Returns the names for which the organization has a table. */
export async function findTableNames(scope: OrganizationScope, names: string[]): Promise<ReadonlySet<string>> {
  const storable = names.filter(isStorableText);
  const rows = await scope.prisma.collection.findMany({
    where: { organizationId: scope.organizationId, kind: 'TABLE', deletedAt: null, name: { in: storable } },
    select: { name: true },
  });
  return new Set(rows.flatMap(({ name }) => (name === null ? [] : [name])));
}

/** Returns credentials by id. */
export async function findCredentialTypes(
  scope: OrganizationScope,
  ids: string[],
): Promise<ReadonlyMap<string, { name: string; type: string }>> {
  const rows = await scope.prisma.credential.findMany({
    where: { organizationId: scope.organizationId, id: { in: ids } },
    select: { id: true, name: true, type: true },
  });
  return new Map(rows.map(({ id, name, type }) => [id, { name, type }]));
}

/**
 * Returns the executor pool that a workflow would use if the workflow or the organization names one and the pool had no
 * living executor for a day; otherwise null.
 * @param pool the pool of the definition
 */
export async function findSilentPool(scope: OrganizationScope, pool: string | undefined): Promise<string | null> {
  const [row] = await scope.prisma.$queryRaw<{ name: string }[]>`
    SELECT p.name FROM (SELECT coalesce(${pool ?? null}::text,
      (SELECT q.pool FROM organization_quotas q WHERE q.organization_id = ${scope.organizationId}::uuid)) AS name) p
    WHERE p.name IS NOT NULL AND NOT ${Prisma.raw(isPoolAlive('p.name', "interval '1 day'"))}`;
  return row?.name ?? null;
}

interface WaitsRow {
  id: string;
  name: string;
  limited: boolean;
  waitsFor: string[];
}

/** Returns published workflows by id: whether each limits concurrent sessions, and the workflows that it waits for. */
export async function findWaits(
  scope: OrganizationScope,
  ids: string[],
): Promise<ReadonlyMap<string, Omit<WaitsRow, 'id'>>> {
  const rows = await scope.prisma.$queryRaw<WaitsRow[]>`
    SELECT w.id, w.name, d.content->'flow' ?| ARRAY['concurrency', 'order'] IS TRUE AS limited,
      ARRAY(SELECT DISTINCT r.target FROM workflow_references r
        WHERE r.workflow_id = w.id AND r.kind = 'workflow' AND r.version = v.number AND r.waits) AS "waitsFor"
    FROM workflows w
    JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = ANY (${ids}::uuid[]) AND w.organization_id = ${scope.organizationId}::uuid AND w.deleted_at IS NULL`;
  return new Map(rows.map(({ id, ...workflow }) => [id, workflow]));
}

interface WorkflowRow {
  id: string;
  name: string;
  isPublished: boolean;
  componentIds: string[];
}

/**
 * Returns workflows by id, with those of the given components that are enabled and outside of loops. Uses the published
 * version, or the draft if there is none.
 */
export async function findStartableWorkflows(
  scope: OrganizationScope,
  ids: string[],
  componentIds: string[],
): Promise<ReadonlyMap<string, { name: string; isPublished: boolean; componentIds: ReadonlySet<string> }>> {
  const rows = await scope.prisma.$queryRaw<WorkflowRow[]>`
    SELECT w.id, w.name, v.number IS NOT NULL AS "isPublished",
      ARRAY(SELECT lower(c->>'id') FROM jsonb_array_elements(coalesce(d.content, w.draft)->'components') AS c
        WHERE lower(c->>'id') = ANY (${componentIds}::text[]) AND (c->>'disabled') IS DISTINCT FROM 'true'
          AND c->>'within' IS NULL)
        AS "componentIds"
    FROM workflows w
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = ANY (${ids}::uuid[]) AND w.organization_id = ${scope.organizationId}::uuid AND w.deleted_at IS NULL`;
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, componentIds: new Set(row.componentIds) }]));
}

/** Returns workflows by id, with the published definition, or the draft if there is none. */
export async function findChildWorkflows(
  scope: OrganizationScope,
  ids: string[],
): Promise<ReadonlyMap<string, { name: string; definition: Definition }>> {
  // Ids of another form belong to no workflow.
  const uuids = ids.filter((id) => UUID.test(id));
  const rows = await scope.prisma.$queryRaw<{ id: string; name: string; definition: Definition }[]>`
    SELECT w.id, w.name, coalesce(d.content, w.draft) AS definition
    FROM workflows w
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = ANY (${uuids}::uuid[]) AND w.organization_id = ${scope.organizationId}::uuid AND w.deleted_at IS NULL`;
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
