import type { FillStep } from './fill-step.ts';
import { LARGE, LIMITS } from './tenant-sizes.ts';
import { queuedStates } from '@workflow/session-store';

const COLUMNS = `id, organization_id, workflow_id, definition_id, workflow_version, component_id, trigger, mode, status,
  placeholder_values`;
const OF_WIDE = `tenant_id('workflow', ${LARGE.wide}), tenant_id('definition', ${LARGE.wide}), 1,
  tenant_id('component', 0)`;
/** A JSON value of the largest size that a step may return. */
const LARGE_VALUE = `jsonb_build_object('large', repeat('x', ${LIMITS.valueBytes}))`;
/** The number of the session that has twenty times as many steps as its definition has components. */
export const STEPPED_SESSION = LIMITS.sessions;
export const PARENT_SESSION = LIMITS.sessions - 1;

/** Fills sessions with their steps, and everything that waits for them, counts them or must be done for them. */
export const SESSION_STEPS: readonly FillStep[] = [
  {
    table: 'sessions',
    text: `WITH large AS MATERIALIZED (SELECT ${LARGE_VALUE} AS value)
      INSERT INTO sessions (${COLUMNS}, output, error, values_bytes, output_bytes, claim_number, enqueued_at,
        started_at,
                              finished_at)
      SELECT tenant_id('session', n), $1, ${OF_WIDE}, 'API', 'PROD',
             (CASE WHEN n % 3 = 0 THEN 'FAILED' ELSE 'SUCCEEDED' END)::session_status,
             CASE WHEN n > ${LIMITS.sessions - LIMITS.largeSessions} THEN large.value ELSE '{"n": 1}' END,
             CASE WHEN n > ${LIMITS.sessions - LIMITS.largeSessions} THEN large.value ELSE '{"value1": 2}' END,
             CASE WHEN n % 3 = 0 THEN jsonb_build_object('code', 'STEP_FAILED', 'message', repeat('failed ', 100),
                                                         'componentId', tenant_id('component', 5), 'errorId', null) END,
             CASE WHEN n > ${LIMITS.sessions - LIMITS.largeSessions} THEN ${LIMITS.valueBytes} ELSE 10 END,
             CASE WHEN n > ${LIMITS.sessions - LIMITS.largeSessions} THEN ${LIMITS.valueBytes} ELSE 10 END,
             1, now(), now(), now() - n % 1000 * interval '1 minute'
        FROM generate_series(1, ${LIMITS.sessions}) n, large`,
  },
  {
    table: 'steps',
    text: `INSERT INTO steps (session_id, run, component_id, iteration, status, port, input, output, input_bytes,
                          output_bytes, started_at, finished_at)
      SELECT tenant_id('session', ${STEPPED_SESSION}), 1, tenant_id('component', n % 1000), n / 1000, 'SUCCEEDED',
        'next', '{}',
             CASE WHEN n < 5 THEN ${LARGE_VALUE} ELSE jsonb_build_object('text', repeat('x', 500)) END, 2,
             CASE WHEN n < 5 THEN ${LIMITS.valueBytes} ELSE 500 END, now(), now()
        FROM generate_series(0, 19999) n WHERE $1::uuid IS NOT NULL`,
  },
  {
    table: 'steps',
    text: `INSERT INTO steps (session_id, run, component_id, status, port, input, output, started_at, finished_at)
      SELECT tenant_id('session', n), 1, tenant_id('component', c), 'SUCCEEDED', 'next', '{}', '2', now(), now()
        FROM generate_series(1, ${LIMITS.sessions - 2}) n, generate_series(0, 1) c WHERE $1::uuid IS NOT NULL`,
  },
  {
    table: 'sessions',
    text: `INSERT INTO sessions (${COLUMNS}, parent_id, parent_run, parent_component_id, parent_iteration, depth,
                              tree_number, enqueued_at)
      SELECT tenant_id('child', n), $1, ${OF_WIDE}, 'WORKFLOW', 'PROD', 'QUEUED', '{"n": 1}',
             tenant_id('session', ${PARENT_SESSION}), 1, tenant_id('component', 1), n, 1, n, ${queuedStates.HELD}
        FROM generate_series(1, ${LIMITS.children}) n`,
  },
  {
    table: 'parent_sessions',
    text: `INSERT INTO parent_sessions (session_id, organization_id, path, depth, ended_number, is_ending)
      VALUES (tenant_id('session', ${PARENT_SESSION}), $1, ARRAY[tenant_id('session', ${PARENT_SESSION})], 0,
        10000000, true)`,
  },
  {
    table: 'tree_sizes',
    text: `INSERT INTO tree_sizes (root_id, sessions)
      SELECT tenant_id('session', ${PARENT_SESSION}), ${LIMITS.children} WHERE $1::uuid IS NOT NULL`,
  },
  {
    table: 'sessions',
    text: `INSERT INTO sessions (${COLUMNS}, enqueued_at, started_at, waiting_since, due_at)
      SELECT tenant_id('waiting', n), $1, ${OF_WIDE}, 'API', 'PROD', 'WAITING', '{"n": 1}', now(), now(), now(),
             now() + interval '1 day'
        FROM generate_series(1, ${LIMITS.approvals}) n`,
  },
  {
    table: 'questions',
    text: `INSERT INTO questions (id, organization_id, workflow_id, session_id, run, component_id, iteration, kind,
        status,
                              session_run, fields, title, message, choices, signed_in_only, approvers,
                              remind_after_seconds, remind_at, asked_at, expires_at)
      SELECT tenant_id('question', n), $1, tenant_id('workflow', ${LARGE.wide}), tenant_id('waiting', n), 1,
             tenant_id('component', 1), 0, 'APPROVAL', 'OPEN', 1,
             CASE WHEN n % 100 = 1 THEN (SELECT json_agg(json_build_object('key', 'field' || f, 'type', 'TEXT',
               'label', 'Field ' || f,
                                                'optional', true))
                FROM generate_series(1, 8000) f) END,
             repeat('asked ', 30), repeat('asked ', 800), ARRAY['yes', 'no'], false, '{}', 60,
             now() - interval '1 minute', now(), now() + interval '1 day'
        FROM generate_series(1, ${LIMITS.approvals}) n`,
  },
  {
    table: 'sessions',
    text: `INSERT INTO sessions (${COLUMNS}, enqueued_at)
      SELECT tenant_id('held', n), $1, ${OF_WIDE}, 'API', 'PROD', 'QUEUED', '{"n": 1}',
             CASE WHEN n <= 10000 THEN ${queuedStates.HELD} ELSE ${queuedStates.BACKLOGGED} END
        FROM generate_series(1, 20000) n`,
  },
  {
    table: 'sessions',
    text: `INSERT INTO sessions (id, organization_id, workflow_id, definition_id, workflow_version, component_id,
                              trigger, mode, status, placeholder_values, pool, priority)
      SELECT tenant_id('pooled', n), $1, tenant_id('workflow', 1 + n % ${LIMITS.workflows}),
             tenant_id('definition', ${LARGE.wide}), 1, tenant_id('component', 0), 'API', 'PROD', 'QUEUED', '{"n": 1}',
             'pool-' || n % ${LIMITS.workflows}, n / ${LIMITS.workflows}
        FROM generate_series(0, 3 * ${LIMITS.workflows} - 1) n`,
  },
  {
    table: 'pool_moves',
    text: `INSERT INTO pool_moves (workflow_id, organization_id)
      SELECT tenant_id('workflow', n), $1 FROM generate_series(1, ${LIMITS.workflows}) n`,
  },
  {
    table: 'flow_entries',
    text: `INSERT INTO flow_entries (session_id, organization_id, workflow_id, concurrency_key, stage)
      SELECT tenant_id('held', n), $1, tenant_id('workflow', ${LARGE.wide}), '"' || n % 100 || '"', 'AT_LIMIT'
        FROM generate_series(1, 10000) n`,
  },
  {
    table: 'sessions',
    text: `INSERT INTO sessions (${COLUMNS}, enqueued_at, starts_at)
      SELECT tenant_id('delayed', n), $1, ${OF_WIDE}, 'API', 'PROD', 'QUEUED', '{"n": 1}', ${queuedStates.HELD},
             now() + interval '1 day'
        FROM generate_series(1, 20000) n`,
  },
  {
    table: 'flow_entries',
    text: `INSERT INTO flow_entries (session_id, organization_id, workflow_id, stage, starts_at)
      SELECT tenant_id('delayed', n), $1, tenant_id('workflow', ${LARGE.wide}), 'DELAYED', now() + interval '1 day'
        FROM generate_series(1, 20000) n`,
  },
  {
    table: 'sessions',
    text: `INSERT INTO sessions (${COLUMNS}, enqueued_at, started_at, waiting_since, due_at)
      SELECT tenant_id('due', n), $1, ${OF_WIDE}, 'API', 'PROD', 'WAITING', '{"n": 1}', now() - interval '1 minute',
             now(), now(), now()
        FROM generate_series(1, 20000) n`,
  },
  {
    table: 'session_expiries',
    text: `INSERT INTO session_expiries (session_id, organization_id, expires_at)
      SELECT tenant_id('session', n), $1, now() FROM generate_series(1, 20000) n`,
  },
  {
    table: 'flow_wakes',
    text: `INSERT INTO flow_wakes (workflow_id, concurrency_key, order_key)
      SELECT tenant_id('workflow', ${LARGE.wide}), '"' || n % 100 || '"', '' FROM generate_series(1, 10000) n
       WHERE $1::uuid IS NOT NULL`,
  },
  {
    table: 'gatherings',
    text: `INSERT INTO gatherings (session_id, workflow_id, workflow_version, component_id, key, requests, size,
        "values",
                               closes_at, ends_at)
      SELECT tenant_id('held', 10000 + n), tenant_id('workflow', ${LARGE.versions}), 1, tenant_id('component', 0),
        n::text, 20,
             1000, '{}', now() - interval '1 second', now()
        FROM generate_series(1, 1000) n WHERE $1::uuid IS NOT NULL`,
  },
  {
    table: 'gathered_requests',
    text: `INSERT INTO gathered_requests (session_id, number, item)
      SELECT tenant_id('held', 10000 + n), r, '{}' FROM generate_series(1, 1000) n, generate_series(1, 20) r
       WHERE $1::uuid IS NOT NULL`,
  },
  {
    table: 'session_events',
    text: `INSERT INTO session_events (organization_id, workflow_id, session_id, run, status, ended_at)
      SELECT $1, tenant_id('workflow', ${LARGE.wide}), tenant_id('session', n), 1,
             (CASE WHEN n % 3 = 0 THEN 'FAILED' ELSE 'SUCCEEDED' END)::session_status, now()
        FROM generate_series(${LIMITS.sessions}, 1, -1) n`,
  },
  {
    table: 'failure_notices',
    text: `INSERT INTO failure_notices (organization_id, workflow_id, session_id, run, is_child, error, finished_at)
      SELECT $1, tenant_id('workflow', ${LARGE.wide}), tenant_id('session', n), 1, false,
             jsonb_build_object('code', 'STEP_FAILED', 'message', 'failed', 'componentId', null, 'errorId', null), now()
        FROM generate_series(${LIMITS.sessions}, 1, -3) n`,
  },
  {
    table: 'session_counts',
    text: `INSERT INTO session_counts (organization_id, minute, succeeded, failed)
      SELECT $1, date_trunc('minute', now()) - n * interval '1 minute', 1000, 10 FROM generate_series(0, 44640) n`,
  },
  {
    table: 'session_responses',
    text: `INSERT INTO session_responses (session_id, organization_id, sealed)
      SELECT tenant_id('session', n), $1, repeat('x', 1000000)::bytea FROM generate_series(1, 20) n`,
  },
  {
    table: 'idempotency_keys',
    text: `INSERT INTO idempotency_keys (organization_id, key, body_hash, session_id, response)
      SELECT $1, 'key ' || n, sha256('body'), tenant_id('session', 1 + n % ${LIMITS.sessions}), '{}'
        FROM generate_series(1, 100000) n`,
  },
  {
    table: 'webhook_deliveries',
    text: `INSERT INTO webhook_deliveries (workflow_id, component_id, delivery_id, session_id)
      SELECT tenant_id('workflow', ${LARGE.triggers}), tenant_id('component', 1201), 'delivery ' || n,
             tenant_id('session', 1 + n % ${LIMITS.sessions})
        FROM generate_series(1, 100000) n WHERE $1::uuid IS NOT NULL`,
  },
  {
    table: 'step_effects',
    text: `INSERT INTO step_effects (session_id, run, component_id, iteration, organization_id, result)
      SELECT tenant_id('session', ${STEPPED_SESSION}), 1, tenant_id('component', n % 1000), n / 1000, $1, '{}'
        FROM generate_series(0, 19999) n`,
  },
  {
    table: 'turn_texts',
    text: `INSERT INTO turn_texts (session_id, component_id, turn, text)
      SELECT tenant_id('session', ${STEPPED_SESSION}), tenant_id('component', n), 1, repeat('x', 1000)
        FROM generate_series(1, 10000) n WHERE $1::uuid IS NOT NULL`,
  },
  {
    table: 'deleted_sessions',
    text: `INSERT INTO deleted_sessions (session_id, organization_id, with_below)
      SELECT tenant_id('other', n), $1, true FROM generate_series(1, 10000) n`,
  },
  {
    table: 'blocked_turns',
    text: `INSERT INTO blocked_turns (id, service, kind, name, organization_id, cpu_ms)
      SELECT tenant_id('other', n), 'ingress', 'route', 'GET /', $1, 5001 FROM generate_series(1, 1000) n`,
  },
];
