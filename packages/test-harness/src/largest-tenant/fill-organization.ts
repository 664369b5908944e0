import type { FillStep } from './fill-step.ts';
import { LARGE, LIMITS } from './tenant-sizes.ts';

/** Fills members, keys, secrets, credentials and settings of the organization. */
export const ORGANIZATION_STEPS: readonly FillStep[] = [
  {
    table: 'users',
    text: `INSERT INTO users (id, name, email, email_verified, updated_at)
      SELECT tenant_id('user', n), 'Member ' || n, 'member' || n || '@example.com', true, now()
        FROM generate_series(1, ${LIMITS.members - 1}) n WHERE $1::uuid IS NOT NULL`,
  },
  {
    table: 'members',
    text: `INSERT INTO members (id, organization_id, user_id, role)
      SELECT tenant_id('user', n), $1, tenant_id('user', n), 'member' FROM generate_series(1, ${LIMITS.members - 1}) n`,
  },
  {
    table: 'api_keys',
    text: `INSERT INTO api_keys (id, organization_id, name, prefix, key_hash, scopes, workflow_ids)
      SELECT tenant_id('other', n), $1, 'Key ' || n, 'wk_', sha256(('key ' || n)::bytea), ARRAY['read'],
             (SELECT array_agg(tenant_id('workflow', w)) FROM generate_series(1, 100) w)
        FROM generate_series(2, ${LIMITS.apiKeys - 5}) n`,
  },
  {
    table: 'secrets',
    text: `INSERT INTO secrets (id, organization_id, name, sealed, updated_at)
      SELECT tenant_id('other', n), $1, 'SECRET_' || n, repeat('x', 60000)::bytea, now()
        FROM generate_series(1, ${LIMITS.secrets - 5}) n`,
  },
  {
    table: 'credentials',
    text: `INSERT INTO credentials (id, organization_id, name, type, fields, sealed, updated_at)
      SELECT tenant_id('credential', n), $1, 'Credential ' || n, 'http-basic', '{"username": "somebody"}',
             repeat('x', 10000)::bytea, now()
        FROM generate_series(1, ${LIMITS.credentials - 5}) n`,
  },
  {
    table: 'credential_grants',
    text: `INSERT INTO credential_grants (id, organization_id, sealed, refreshable, expires_at, refresh_at)
      SELECT tenant_id('credential', n), $1, repeat('x', 10000)::bytea, true, now(), now()
        FROM generate_series(1, ${LIMITS.credentials - 5}) n`,
  },
  {
    table: 'organization_throttles',
    text: `INSERT INTO organization_throttles (organization_id, host, per_second)
      SELECT $1, 'host' || n || '.example.com', 1 FROM generate_series(1, ${LIMITS.throttles - 5}) n`,
  },
  {
    table: 'throttle_states',
    text: `INSERT INTO throttle_states (organization_id, key, next_at, per_second, rate_until)
      SELECT $1, 'host' || n || '.example.com', now(), 1, now() FROM generate_series(1, 10000) n`,
  },
  {
    table: 'organization_quotas',
    text: `INSERT INTO organization_quotas (organization_id, max_stored_bytes, retention_days)
      VALUES ($1, 1000000000000, 3650)`,
  },
  {
    table: 'model_token_usage',
    text: `INSERT INTO model_token_usage (organization_id, month, tokens)
      SELECT $1, date_trunc('month', now()) - n * interval '1 month', 1000000000 FROM generate_series(0, 100) n`,
  },
  {
    table: 'audit_log',
    text: `INSERT INTO audit_log (id, organization_id, actor_type, actor_name, action, target_type, target_id, detail)
      SELECT tenant_id('other', n), $1, 'system', 'somebody@example.com', 'workflow.update', 'workflow',
             tenant_id('workflow', 1 + n % ${LIMITS.workflows}), '{"name": "Workflow"}'
        FROM generate_series(1, ${LIMITS.auditEntries}) n`,
  },
  {
    table: 'oauth_connections',
    text: `INSERT INTO oauth_connections (id, organization_id, user_id, client_id, redirect_uri, scopes, authorized_at)
      SELECT tenant_id('other', u * 100 + c), $1, tenant_id('user', u), 'client ' || c, 'https://example.com/',
        ARRAY['run'],
             now()
        FROM generate_series(1, ${LIMITS.members - 1}) u, generate_series(1, 50) c`,
  },
  {
    table: 'event_hooks',
    text: `INSERT INTO event_hooks (id, organization_id, url, events, sealed)
      SELECT tenant_id('hook', n), $1, 'https://hooks' || n || '.example.invalid/', ARRAY['session.succeeded',
        'session.failed'],
             repeat('x', 100)::bytea
        FROM generate_series(1, ${LIMITS.hooks - 1}) n`,
  },
  {
    table: 'event_bodies',
    text: `INSERT INTO event_bodies (id, organization_id, body, bytes)
      SELECT tenant_id('other', n), $1, repeat('x', 1000000), 1000000 FROM generate_series(1, 20) n`,
  },
  {
    table: 'event_deliveries',
    text: `WITH tries AS MATERIALIZED (
        SELECT jsonb_agg(jsonb_build_object('at', now(), 'status', 500, 'ms', 10, 'error', repeat('failed ', 50)))
          AS log
          FROM generate_series(1, 50))
      INSERT INTO event_deliveries (id, organization_id, hook_id, type, session_id, body, body_id, body_bytes, status,
                                     next_try_at, log)
      SELECT tenant_id('delivery', n), $1, tenant_id('hook', 1 + n % ${LIMITS.hooks - 1}), 'session.failed',
             tenant_id('session', n), '', tenant_id('other', 1 + n % 20), 1000000,
             (CASE WHEN n % 2 = 0 THEN 'PENDING' ELSE 'FAILED' END)::delivery_status, now(), tries.log
        FROM generate_series(1, ${LIMITS.deliveries}) n, tries`,
  },
  {
    table: 'operations',
    text: `INSERT INTO operations (id, organization_id, action, status, matched, done, finished_at)
      SELECT tenant_id('operation', n), $1, 'CANCEL',
             (CASE WHEN n <= 5 THEN 'RUNNING' ELSE 'DONE' END)::operation_status, 10000, 0,
             CASE WHEN n > 5 THEN now() END
        FROM generate_series(1, ${LIMITS.operations}) n`,
  },
  {
    table: 'operation_parts',
    text: `INSERT INTO operation_parts (operation_id, number, session_ids)
      SELECT tenant_id('operation', o), n,
             (SELECT array_agg(tenant_id('held', s)) FROM generate_series(n * 100 + 1, n * 100 + 100) s)
        FROM generate_series(1, 5) o, generate_series(0, 99) n WHERE $1::uuid IS NOT NULL`,
  },
  {
    table: 'executor_requests',
    text: `INSERT INTO executor_requests (id, organization_id, kind, subject, expires_at)
      SELECT tenant_id('other', n), $1, 'test-credential', tenant_id('credential', n), now() + interval '10 minutes'
        FROM generate_series(1, 5) n`,
  },
  {
    table: 'failing_streaks',
    text: `INSERT INTO failing_streaks (workflow_id, failures, announced)
      SELECT tenant_id('workflow', n), 1000000, true FROM generate_series(1, ${LIMITS.workflows}) n
       WHERE n <> ${LARGE.wide} AND $1::uuid IS NOT NULL`,
  },
];
