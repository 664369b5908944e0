import type { Sql, Statement } from '../postgres/sql.ts';
import type { BackgroundLoop } from './background-loops.ts';

/** A loop that failed for an organization, and skips it until the next attempt. */
export interface BackoffView {
  work: BackgroundLoop;
  /** The first of the consecutive failures. */
  since: string;
  failures: number;
  nextTryAt: string;
}

const READ: Statement = {
  name: 'read_backoffs',
  text: `SELECT work, since, failures, until FROM set_asides
    WHERE organization_id = $1 AND until > clock_timestamp() ORDER BY since, work`,
};

/** Returns the loops of all processes that skip an organization now, the longest first. */
export async function readBackoffs(sql: Sql, organizationId: string): Promise<BackoffView[]> {
  const rows = await sql.query<{ work: BackgroundLoop; since: Date; failures: number; until: Date }>(READ, [
    organizationId,
  ]);
  return rows.map(({ work, since, failures, until }) => ({
    work,
    since: since.toISOString(),
    failures,
    nextTryAt: until.toISOString(),
  }));
}
