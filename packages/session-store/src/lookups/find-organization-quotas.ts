import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

/** A limit of runs; null means no limit is set. */
export interface RunQuotaRecord {
  runsPerMinute: number | null;
  runBurst: number | null;
}

/** The quotas that an operator set for an organization, and its state, as its next session needs them. */
export interface OrganizationQuotaRecord extends RunQuotaRecord {
  /** True if its PROD sessions are accepted but not started. */
  paused: boolean;
  maxConcurrentSessions: number | null;
  maxStoredBytes: number | null;
  /** The executor pool of workflows whose definition names none. */
  pool: string | null;
  /** The bytes at the last count; 0 before the first count. */
  storedBytes: number;
}

const FIND = statement<{ organizationId: string }>()(
  'find_organization_quotas',
  `SELECT q.runs_per_minute AS "runsPerMinute", q.run_burst AS "runBurst",
      q.max_concurrent_sessions AS "maxConcurrentSessions", q.pool, q.max_stored_bytes::float8 AS "maxStoredBytes",
      coalesce(b.bytes, 0)::float8 AS "storedBytes",
      EXISTS (SELECT FROM organizations o WHERE o.id = i.id AND o.paused_at IS NOT NULL) AS paused
    FROM (SELECT $organizationId::uuid AS id) i LEFT JOIN organization_quotas q ON q.organization_id = i.id
    LEFT JOIN stored_bytes b ON b.organization_id = i.id`,
  {
    runsPerMinute: 'int4?',
    runBurst: 'int4?',
    maxConcurrentSessions: 'int4?',
    pool: 'text?',
    maxStoredBytes: 'float8?',
    storedBytes: 'float8',
    paused: 'bool',
  },
);

/** Returns null for each quota that is not set. */
export async function findOrganizationQuotas(sql: Sql, organizationId: string): Promise<OrganizationQuotaRecord> {
  const [row] = await sql.query(...FIND.with({ organizationId }));
  return row!;
}
