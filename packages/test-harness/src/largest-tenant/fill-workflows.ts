import type { FillStep } from './fill-step.ts';
import { LARGE, LIMITS, type TenantDefinitions } from './tenant-sizes.ts';

/** Returns steps that fill workflows, their versions and definitions, and the entries of their published versions. */
export function workflowSteps(definitions: TenantDefinitions): FillStep[] {
  const given = Object.values(LARGE).map((number) => [
    number,
    JSON.stringify(definitions[number] ?? definitions.small),
  ]);
  const texts = [...given.map(([, json]) => json), JSON.stringify(definitions.small)];
  const numbers = given.map(([number]) => number);
  return [
    {
      table: 'workflows',
      text: `WITH d AS (SELECT number, content FROM unnest($2::int[], $3::jsonb[]) u(number, content))
        INSERT INTO workflows (id, organization_id, name, description, draft, published_version, updated_at, folder,
          tags)
        SELECT tenant_id('workflow', n), $1, 'Workflow ' || n, repeat('described ', 100),
               coalesce(d.content, $4::jsonb), CASE WHEN n = ${LARGE.versions} THEN ${LIMITS.versions} ELSE 1 END,
                 now(),
               'folder ' || n % 200, ARRAY['tag ' || n % 300, 'tag ' || n % 7]
          FROM generate_series(1, ${LIMITS.workflows}) n
          LEFT JOIN d ON d.number = CASE WHEN n BETWEEN ${LARGE.copies} AND ${LARGE.copies} + ${LIMITS.copies - 1}
                                         THEN ${LARGE.wide} ELSE n END`,
      values: (organizationId) => [organizationId, numbers, texts.slice(0, -1), texts.at(-1)],
    },
    {
      table: 'definitions',
      text: `INSERT INTO definitions (id, organization_id, workflow_id, content)
        SELECT tenant_id('definition', n), $1, tenant_id('workflow', n), w.draft
          FROM generate_series(1, ${LIMITS.workflows}) n JOIN workflows w ON w.id = tenant_id('workflow', n)`,
    },
    {
      table: 'workflow_versions',
      text: `INSERT INTO workflow_versions (workflow_id, number, definition_id, name, description, version_name, note)
        SELECT tenant_id('workflow', n), v, tenant_id('definition', n), 'Workflow ' || n, '', 'Version ' || v,
               repeat('noted ', 100)
          FROM generate_series(1, ${LIMITS.workflows}) n,
               generate_series(1, CASE WHEN n = ${LARGE.versions} THEN ${LIMITS.versions} ELSE 1 END) v
         WHERE $1::uuid IS NOT NULL`,
    },
    {
      table: 'kept_drafts',
      text: `INSERT INTO kept_drafts (id, workflow_id, name, draft)
        SELECT tenant_id('draft', n), tenant_id('workflow', ${LARGE.wide}), 'Draft ' || n, w.draft
          FROM generate_series(1, ${LIMITS.keptDrafts}) n JOIN workflows w ON w.id = tenant_id('workflow',
            ${LARGE.wide})
         WHERE $1::uuid IS NOT NULL`,
    },
    {
      table: 'workflow_references',
      text: `INSERT INTO workflow_references (workflow_id, kind, position, version, organization_id, component_id, path,
                                          target, waits)
        SELECT tenant_id('workflow', n), k.kind, p, 1, $1, tenant_id('component', p), '/config/url', k.target, true
          FROM generate_series(1, ${LIMITS.workflows}) n, generate_series(1, 10) p,
               (VALUES ('secret', 'SECRET_1'), ('workflow', tenant_id('workflow', ${LARGE.versions})::text)) k(kind,
                 target)
         WHERE n <> ${LARGE.versions}`,
    },
    {
      table: 'mcp_tools',
      text: `INSERT INTO mcp_tools (workflow_id, organization_id, name, description)
        SELECT tenant_id('workflow', n), $1, 'tool_' || n, repeat('described ', 199)
          FROM generate_series(1, ${LIMITS.workflows}) n`,
    },
  ];
}
