import type { FillStep } from './fill-step.ts';
import { LARGE, LIMITS } from './tenant-sizes.ts';

/** Fills tokens, refusals and due times of triggers, and the tables of triggers that start sessions by themselves. */
export const TRIGGER_STEPS: readonly FillStep[] = [
  {
    table: 'webhook_tokens',
    text: `INSERT INTO webhook_tokens (id, organization_id, workflow_id, component_id, prefix, token_hash)
      SELECT tenant_id('other', n), $1, tenant_id('workflow', ${LARGE.triggers}), tenant_id('component', 1201 + n),
        'wt_',
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
      SELECT jsonb_agg(jsonb_build_object('at', now(), 'status', 403, 'componentId', null, 'network',
        '192.0.2.0/24', 'bytes', 100)) AS entries
        FROM generate_series(1, 20))
    INSERT INTO delivery_refusals (workflow_id, reason, organization_id, count, last_at, recent)
      SELECT tenant_id('workflow', n), r, $1, 1000000, now(), recent.entries
        FROM generate_series(1, ${LIMITS.workflows}) n, unnest(ARRAY['signature', 'token', 'method', 'too-large'])
          r, recent`,
  },
  {
    table: 'filtered_deliveries',
    text: `INSERT INTO filtered_deliveries (workflow_id, component_id, organization_id, counts, last_at)
      SELECT tenant_id('workflow', ${LARGE.triggers}), tenant_id('component', 1201 + n), $1,
             array_fill(1000000, ARRAY[60]), now()
        FROM generate_series(1, 398) n`,
  },
  {
    table: 'schedules',
    text: `INSERT INTO schedules (id, organization_id, workflow_id, component_id, definition_id, workflow_version,
        name,
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
      SELECT tenant_id('workflow', 1 + n / 100), tenant_id('component', 1000 + n % 100), now()
        - m * interval '1 hour',
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
    text: `INSERT INTO polls (workflow_id, component_id, organization_id, definition_id, workflow_version, type,
        config,
                          has_flow, source, next_at)
      SELECT tenant_id('workflow', 1 + n / 100), tenant_id('component', 1100 + n % 100), $1,
             tenant_id('definition', 1 + n / 100), 1, 'feed',
             '{"url": "https://example.invalid/feed.xml", "everySeconds": 900}', false,
             'https://example.invalid/feed.xml', now()
        FROM generate_series(0, 1999) n`,
  },
];
