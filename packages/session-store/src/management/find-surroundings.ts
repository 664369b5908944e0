import { isStorableText, type Definition } from '@workflow/workflow-model';
import { isPoolAlive } from '../queued/session-pool.ts';
import type { OrganizationScope } from './organization-scope.ts';
import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';

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

const FIND_SILENT_POOL = statement<{ organizationId: string; pool: string | null }>()(
  'find_silent_pool',
  `SELECT p.name FROM (SELECT coalesce($pool::text,
      (SELECT q.pool FROM organization_quotas q WHERE q.organization_id = $organizationId::uuid)) AS name) p
    WHERE p.name IS NOT NULL AND NOT ${isPoolAlive('p.name', "interval '1 day'")}`,
  { name: 'text' },
);

/**
 * Returns the executor pool that a workflow would use if the workflow or the organization names one and the pool had no
 * living executor for a day; otherwise null.
 * @param pool the pool of the definition
 */
export async function findSilentPool(scope: OrganizationScope, pool: string | undefined): Promise<string | null> {
  const { organizationId, prisma } = scope;
  const [row] = await queryIn(prisma)(...FIND_SILENT_POOL.with({ organizationId, pool: pool ?? null }));
  return row?.name ?? null;
}

interface WaitsRow {
  id: string;
  name: string;
  limited: boolean;
  waitsFor: string[];
}

const FIND_WAITS = statement<{ organizationId: string; ids: readonly string[] }, WaitsRow>()(
  'find_waits_of_workflows',
  `SELECT w.id, w.name, d.content->'flow' ?| ARRAY['concurrency', 'order'] IS TRUE AS limited,
      ARRAY(SELECT DISTINCT r.target FROM workflow_references r
        WHERE r.workflow_id = w.id AND r.kind = 'workflow' AND r.version = v.number AND r.waits) AS "waitsFor"
    FROM workflows w
    JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = ANY ($ids::uuid[]) AND w.organization_id = $organizationId::uuid AND w.deleted_at IS NULL`,
  { id: 'uuid', name: 'text', limited: 'bool', waitsFor: 'text[]' },
);

/** Returns published workflows by id: whether each limits concurrent sessions, and the workflows that it waits for. */
export async function findWaits(
  scope: OrganizationScope,
  ids: string[],
): Promise<ReadonlyMap<string, Omit<WaitsRow, 'id'>>> {
  const { organizationId, prisma } = scope;
  const rows = await queryIn(prisma)(...FIND_WAITS.with({ organizationId, ids }));
  return new Map(rows.map(({ id, ...workflow }) => [id, workflow]));
}

const FIND_STARTABLE = statement<{ organizationId: string; ids: readonly string[]; componentIds: readonly string[] }>()(
  'find_startable_workflows',
  `SELECT w.id, w.name, v.number IS NOT NULL AS "isPublished",
      ARRAY(SELECT lower(c->>'id') FROM jsonb_array_elements(coalesce(d.content, w.draft)->'components') AS c
        WHERE lower(c->>'id') = ANY ($componentIds::text[]) AND (c->>'disabled') IS DISTINCT FROM 'true'
          AND c->>'within' IS NULL)
        AS "componentIds"
    FROM workflows w
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = ANY ($ids::uuid[]) AND w.organization_id = $organizationId::uuid AND w.deleted_at IS NULL`,
  { id: 'uuid', name: 'text', isPublished: 'bool', componentIds: 'text[]' },
);

/**
 * Returns workflows by id, with those of the given components that are enabled and outside of loops. Uses the published
 * version, or the draft if there is none.
 */
export async function findStartableWorkflows(
  scope: OrganizationScope,
  ids: string[],
  componentIds: string[],
): Promise<ReadonlyMap<string, { name: string; isPublished: boolean; componentIds: ReadonlySet<string> }>> {
  const { organizationId, prisma } = scope;
  const rows = await queryIn(prisma)(...FIND_STARTABLE.with({ organizationId, ids, componentIds }));
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, componentIds: new Set(row.componentIds) }]));
}

const FIND_CHILD_WORKFLOWS = statement<
  { organizationId: string; ids: readonly string[] },
  { id: string; name: string; definition: Definition }
>()(
  'find_child_workflows',
  `SELECT w.id, w.name, coalesce(d.content, w.draft) AS definition
    FROM workflows w
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = ANY ($ids::uuid[]) AND w.organization_id = $organizationId::uuid AND w.deleted_at IS NULL`,
  { id: 'uuid', name: 'text', definition: 'jsonb' },
);

/** Returns workflows by id, with the published definition, or the draft if there is none. */
export async function findChildWorkflows(
  scope: OrganizationScope,
  ids: string[],
): Promise<ReadonlyMap<string, { name: string; definition: Definition }>> {
  // Ids of another form belong to no workflow.
  const uuids = ids.filter((id) => UUID.test(id));
  const { organizationId, prisma } = scope;
  const rows = await queryIn(prisma)(...FIND_CHILD_WORKFLOWS.with({ organizationId, ids: uuids }));
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
