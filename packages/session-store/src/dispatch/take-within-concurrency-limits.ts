import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';
import { laneKey, laneOf, type Lane, type LaneKey } from './lanes.ts';
import { shareEvenly } from './admission-policy.ts';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { IN_FLIGHT } from './backlog-sql.ts';
import { sum } from './sum.ts';
import { takeFromBacklog, type TakenSession, type Taking, type WaitingLane } from './take-from-backlog.ts';

const TRY_LOCK = statement<{ lock: number }>()(
  'lock_concurrency_limits',
  'SELECT pg_try_advisory_xact_lock($lock) AS locked',
  { locked: 'bool' },
);

const COUNT = statement<{ organizationIds: SqlArray }>()(
  'count_in_flight',
  `SELECT s.organization_id AS "organizationId", s.pool, count(*)::int AS "inFlight"
    FROM (SELECT DISTINCT unnest(session_ids) AS id FROM enqueued_batches) l
    CROSS JOIN LATERAL (SELECT s.organization_id, s.pool FROM sessions s
      WHERE s.id = l.id AND s.organization_id = ANY ($organizationIds::uuid[]) AND ${IN_FLIGHT} OFFSET 0) s
    GROUP BY s.organization_id, s.pool`,
  { organizationId: 'uuid', pool: 'text', inFlight: 'int4' },
);

/**
 * Takes sessions from the backlog. If an organization has a limit of concurrent sessions, this takes no more than the
 * limit allows in the queue and running, in all pools together. The transaction counts them under a lock, so neither a
 * crash nor a second dispatcher can exceed the limit. Ingress enqueues no session of such an organization.
 */
export function takeWithinConcurrencyLimits(
  sql: Sql,
  taking: Taking,
  backlogs: ReadonlyMap<LaneKey, WaitingLane>,
): Promise<TakenSession[]> {
  const { maxTaken } = taking;
  const limitOf = (lane: LaneKey): number | null => backlogs.get(lane)?.maxConcurrentSessions ?? null;
  const limited = [...maxTaken.keys()].filter((lane) => limitOf(lane) !== null);
  if (limited.length === 0) return takeFromBacklog(sql.query, taking);
  return sql.transaction(async (query) => {
    const [lock] = await query(...TRY_LOCK.with({ lock: ADVISORY_LOCKS.enqueueWithinConcurrencyLimits }));
    const within = new Map([...maxTaken].filter(([lane]) => limitOf(lane) === null));
    if (lock?.locked === true) {
      const inFlight = await countInFlight(query, limited);
      for (const [organizationId, lanes] of Map.groupBy(limited, (lane) => laneOf(lane).organizationId)) {
        const lanesOfOne = inFlight.get(organizationId) ?? [];
        const used = sum(lanesOfOne.map((lane) => lane.inFlight));
        // If the limit does not suffice for all pools, the pools with the fewest sessions in flight are served first.
        const byLane = new Map(lanesOfOne.map((lane) => [laneKey(lane), lane.inFlight]));
        const lanesInOrder = lanes.toSorted((a, b) => (byLane.get(a) ?? 0) - (byLane.get(b) ?? 0));
        const wanted = new Map(lanesInOrder.map((lane) => [lane, maxTaken.get(lane) ?? 0]));
        const limit = Math.min(...lanes.map((lane) => limitOf(lane) ?? Infinity));
        for (const [lane, count] of shareEvenly(wanted, limit - used)) within.set(lane, count);
      }
    }
    return takeFromBacklog(query, { ...taking, maxTaken: within });
  });
}

type CountedLane = Lane & { inFlight: number };

async function countInFlight(query: Query, lanes: readonly LaneKey[]): Promise<Map<string, CountedLane[]>> {
  const organizationIds = [...new Set(lanes.map((lane) => laneOf(lane).organizationId))];
  const rows = await query(...COUNT.with({ organizationIds: plainArray(organizationIds) }));
  return Map.groupBy(rows, ({ organizationId }) => organizationId);
}
