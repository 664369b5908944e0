import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { IN_FLIGHT } from './backlog-sql.ts';
import { takeFromBacklog, type FedSession, type Taking, type WaitingOrganization } from './feed-sessions.ts';

const TRY_LOCK: Statement = { name: 'lock_quotas', text: 'SELECT pg_try_advisory_xact_lock($1) AS locked' };

const COUNT: Statement = {
  name: 'count_in_flight',
  text: `SELECT s.organization_id AS "organizationId", count(*)::int AS "inFlight"
    FROM (SELECT DISTINCT unnest(session_ids) AS id FROM enqueued_batches) l
    CROSS JOIN LATERAL (SELECT s.organization_id FROM sessions s
      WHERE s.id = l.id AND s.organization_id = ANY ($1::uuid[]) AND ${IN_FLIGHT} OFFSET 0) s
    GROUP BY s.organization_id`,
};

/**
 * Does the same as `takeFromBacklog`, for organizations with a quota of concurrent sessions: it takes only as many
 * sessions as the quota allows in the queue and running. They are counted under a lock, in the transaction that takes
 * them, so that neither a crash nor a second dispatcher can exceed the quota. The others stay in the backlog. All
 * sessions of such an organization go through the backlog, because ingress enqueues none of them itself.
 */
export function takeWithinQuotas(
  sql: Sql,
  taking: Taking,
  backlogs: ReadonlyMap<string, WaitingOrganization>,
): Promise<FedSession[]> {
  const { places } = taking;
  const quotaOf = (organizationId: string): number | null =>
    backlogs.get(organizationId)?.maxConcurrentSessions ?? null;
  const limited = [...places.keys()].filter((organizationId) => quotaOf(organizationId) !== null);
  if (limited.length === 0) return takeFromBacklog(sql.query, taking);
  return sql.transaction(async (query) => {
    const [lock] = await query<{ locked: boolean }>(TRY_LOCK, [ADVISORY_LOCKS.feedWithinQuotas]);
    const inFlight = lock?.locked === true ? await countInFlight(query, limited) : null;
    const within = new Map<string, number>();
    for (const [organizationId, count] of places) {
      const quota = quotaOf(organizationId);
      const free = quota === null ? count : inFlight && quota - (inFlight.get(organizationId) ?? 0);
      if (free !== null && free > 0) within.set(organizationId, Math.min(count, free));
    }
    return takeFromBacklog(query, { ...taking, places: within });
  });
}

async function countInFlight(query: Query, organizationIds: string[]): Promise<Map<string, number>> {
  const rows = await query<{ organizationId: string; inFlight: number }>(COUNT, [plainArray(organizationIds)]);
  return new Map(rows.map((row) => [row.organizationId, row.inFlight]));
}
