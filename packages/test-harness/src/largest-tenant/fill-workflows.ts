import type { FillStep } from './fill-step.ts';
import { LARGE, LIMITS, type TenantDefinitions } from './tenant-sizes.ts';

/** Workflows, their versions and definitions, and what their published versions are told to others as. */
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
        INSERT INTO workflows (id, organization_id, name, description, draft, published_version, updated_at, folder, tags)
        SELECT tenant_id('workflow', n), $1, 'Workflow ' || n, repeat('described ', 100),
               coalesce(d.content, $4::jsonb), CASE WHEN n = ${LARGE.versions} THEN ${LIMITS.versions} ELSE 1 END, now(),
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
          FROM generate_series(1, ${LIMITS.keptDrafts}) n JOIN workflows w ON w.id = tenant_id('workflow', ${LARGE.wide})
         WHERE $1::uuid IS NOT NULL`,
    },
    {
      table: 'workflow_references',
      text: `INSERT INTO workflow_references (workflow_id, kind, position, version, organization_id, component_id, path,
                                          target, waits)
        SELECT tenant_id('workflow', n), k.kind, p, 1, $1, tenant_id('component', p), '/config/url', k.target, true
          FROM generate_series(1, ${LIMITS.workflows}) n, generate_series(1, 10) p,
               (VALUES ('secret', 'SECRET_1'), ('workflow', tenant_id('workflow', ${LARGE.versions})::text)) k(kind, target)
         WHERE n <> ${LARGE.versions}`,
    },
    {
      table: 'mcp_tools',
      text: `INSERT INTO mcp_tools (workflow_id, organization_id, name, description)
        SELECT tenant_id('workflow', n), $1, 'tool_' || n, repeat('described ', 199)
          FROM generate_series(1, ${LIMITS.workflows}) n`,
    },
    {
      table: 'webhook_tokens',
      text: `INSERT INTO webhook_tokens (id, organization_id, workflow_id, component_id, prefix, token_hash)
        SELECT tenant_id('other', n), $1, tenant_id('workflow', ${LARGE.triggers}), tenant_id('component', 1201 + n), 'wt_',
               sha256(('token ' || n)::bytea)
          FROM generate_series(1, 398) n`,
    },
    {
      table: 'webhook_listeners',
      text: `INSERT INTO webhook_listeners (token_id, organization_id, until, request)
        SELECT tenant_id('other', n), $1, now() + interval '1 hour', repeat('requested ', 100000)
          FROM generate_series(1, 20) n`,
    },
    {
      table: 'delivery_refusals',
      text: `WITH recent AS MATERIALIZED (
        SELECT jsonb_agg(jsonb_build_object('at', now(), 'status', 403, 'componentId', null, 'network', '192.0.2.0/24', 'bytes', 100)) AS entries
          FROM generate_series(1, 20))
      INSERT INTO delivery_refusals (workflow_id, reason, organization_id, count, last_at, recent)
        SELECT tenant_id('workflow', n), r, $1, 1000000, now(), recent.entries
          FROM generate_series(1, ${LIMITS.workflows}) n, unnest(ARRAY['signature', 'token', 'method', 'too-large']) r, recent`,
    },
    {
      table: 'schedules',
      text: `INSERT INTO schedules (id, organization_id, workflow_id, component_id, definition_id, workflow_version, name,
                                config, has_flow, next_at)
        SELECT tenant_id('other', n), $1, tenant_id('workflow', 1 + n / 100), tenant_id('component', 1000 + n % 100),
               tenant_id('definition', 1 + n / 100), 1, 'Schedule ' || n,
               '{"cron": "30 8 * * MON-FRI", "timeZone": "Europe/Berlin"}', false, now() - interval '1 day'
          FROM generate_series(0, 1999) n`,
    },
    {
      table: 'due_times',
      text: `INSERT INTO due_times (workflow_id, component_id, due_at, organization_id, status, definition_id,
                                workflow_version, has_flow)
        SELECT tenant_id('workflow', 1 + n / 100), tenant_id('component', 1000 + n % 100), now() - m * interval '1 hour',
               $1, (CASE WHEN m = 1 THEN 'WAITING' ELSE 'SKIPPED' END)::due_time_status,
               tenant_id('definition', 1 + n / 100), 1, false
          FROM generate_series(0, 1999) n, generate_series(1, 5) m`,
    },
    {
      table: 'error_triggers',
      text: `INSERT INTO error_triggers (workflow_id, component_id, organization_id, definition_id, workflow_version,
                                     all_workflows)
        SELECT tenant_id('workflow', ${LARGE.triggers}), tenant_id('component', 1600 + n), $1,
               tenant_id('definition', ${LARGE.triggers}), 1, true
          FROM generate_series(0, 398) n`,
    },
    {
      table: 'polls',
      text: `INSERT INTO polls (workflow_id, component_id, organization_id, definition_id, workflow_version, type, config,
                            has_flow, source, next_at)
        SELECT tenant_id('workflow', 1 + n / 100), tenant_id('component', 1100 + n % 100), $1,
               tenant_id('definition', 1 + n / 100), 1, 'feed',
               '{"url": "https://example.invalid/feed.xml", "everySeconds": 900}', false,
               'https://example.invalid/feed.xml', now()
          FROM generate_series(0, 1999) n`,
    },
  ];
}
