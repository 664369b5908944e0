import type { Component } from '@workflow/workflow-model';
import type { OrganizationScope } from './organization-scope.ts';

/** The names for which the organization has a secret. */
export async function findSecretNames(scope: OrganizationScope, names: string[]): Promise<ReadonlySet<string>> {
  // PostgreSQL takes no others, so no secret has such a name.
  const storable = names.filter((name) => name.isWellFormed() && !name.includes('\0'));
  const rows = await scope.prisma.secret.findMany({
    where: { organizationId: scope.organizationId, name: { in: storable } },
    select: { name: true },
  });
  return new Set(rows.map(({ name }) => name));
}

interface WaitsRow {
  id: string;
  name: string;
  limited: boolean;
  starters: Pick<Component, 'type' | 'config'>[];
}

/**
 * Workflows by id: whether they limit what runs at once, and their enabled components of some types, in the published
 * version, or in the draft while there is none.
 */
export async function findWaits(
  scope: OrganizationScope,
  ids: string[],
  types: readonly string[],
): Promise<ReadonlyMap<string, Omit<WaitsRow, 'id'>>> {
  const rows = await scope.prisma.$queryRaw<WaitsRow[]>`
    SELECT w.id, w.name, c.content->'flow' ?| ARRAY['concurrency', 'order'] IS TRUE AS limited,
      jsonb_path_query_array(c.content, '$.components[*] ? (!(@.disabled == true) && @.type == $types[*])',
        jsonb_build_object('types', ${types}::text[])) AS starters
    FROM workflows w
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = v.definition_id
    CROSS JOIN LATERAL (SELECT coalesce(d.content, w.draft) AS content) c
    WHERE w.id = ANY (${ids}::uuid[]) AND w.organization_id = ${scope.organizationId}::uuid AND w.deleted_at IS NULL`;
  return new Map(rows.map(({ id, ...workflow }) => [id, workflow]));
}

interface WorkflowRow {
  id: string;
  name: string;
  componentIds: string[];
}

/** Workflows by id, with the enabled components of the published version, or of the draft while there is none. */
export async function findStartableWorkflows(
  scope: OrganizationScope,
  ids: string[],
): Promise<ReadonlyMap<string, { name: string; componentIds: ReadonlySet<string> }>> {
  const rows = await scope.prisma.$queryRaw<WorkflowRow[]>`
    SELECT w.id, w.name,
      jsonb_path_query_array(coalesce(d.content, w.draft), '$.components[*] ? (!(@.disabled == true)).id')
        AS "componentIds"
    FROM workflows w
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = v.definition_id
    WHERE w.id = ANY (${ids}::uuid[]) AND w.organization_id = ${scope.organizationId}::uuid AND w.deleted_at IS NULL`;
  return new Map(
    rows.map(({ id, name, componentIds }) => [
      id,
      { name, componentIds: new Set(componentIds.map((componentId) => componentId.toLowerCase())) },
    ]),
  );
}
