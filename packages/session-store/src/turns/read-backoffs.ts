import type { Sql, Statement } from '../postgres/sql.ts';
import type { Work } from './kinds-of-work.ts';

/** A loop that failed for an organization, and skips it until the next try. */
export interface BackoffView {
  work: Work;
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
  const rows = await sql.query<{ work: Work; since: Date; failures: number; until: Date }>(READ, [organizationId]);
  return rows.map(({ work, since, failures, until }) => ({
    work,
    since: since.toISOString(),
    failures,
    nextTryAt: until.toISOString(),
  }));
}
