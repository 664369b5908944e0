import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import type { BackgroundLoop } from './background-loops.ts';

/** A loop that failed for an organization, and skips it until the next attempt. */
export interface BackoffView {
  work: BackgroundLoop;
  /** The first of the consecutive failures. */
  since: string;
  failures: number;
  nextTryAt: string;
}

const READ = statement<
  { organizationId: string },
  { work: BackgroundLoop; since: Date; failures: number; until: Date }
>()(
  'read_backoffs',
  `SELECT work, since, failures, until FROM set_asides
    WHERE organization_id = $organizationId AND until > clock_timestamp() ORDER BY since, work`,
  { work: 'text', since: 'timestamptz', failures: 'int4', until: 'timestamptz' },
);

/** Returns the loops of all processes that skip an organization now, the longest first. */
export async function readBackoffs(sql: Sql, organizationId: string): Promise<BackoffView[]> {
  const rows = await sql.query(...READ.with({ organizationId }));
  return rows.map(({ work, since, failures, until }) => ({
    work,
    since: since.toISOString(),
    failures,
    nextTryAt: until.toISOString(),
  }));
}
