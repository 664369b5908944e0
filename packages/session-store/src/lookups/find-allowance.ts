import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

/** A limit of runs; null means no limit is set. */
export interface RunQuotaRecord {
  runsPerMinute: number | null;
  runBurst: number | null;
}

/** The operator's quotas of an organization that apply to its next session; null means none is set. */
export interface AllowanceRecord extends RunQuotaRecord {
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
  'find_allowance',
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

/** Returns nulls if no quota is set, so that this result can be cached as well. */
export async function findAllowance(sql: Sql, organizationId: string): Promise<AllowanceRecord> {
  const [row] = await sql.query(...FIND.with({ organizationId }));
  return row!;
}
